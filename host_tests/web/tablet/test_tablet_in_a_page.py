"""The firmware as a page runs it, without the page: what it shows, what it keeps, what it is told.

The panel is the simulator's, and the host turns it as it turns the others.
"""

import json
from pathlib import Path

import pytest

from firmware.link.codec import frame
from firmware.link.incoming_roster import pack
from firmware.scoring.rules import NAMES
from firmware.storage.record import checksum
from firmware.storage.roster import SIZE
from scorepad.simulator.flash import Flash
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.process import SimulationError
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from scorepad.web.tablet import bundle, joining
from scorepad.web.tablet.line import AGAIN, TOO_MUCH
from support.depth import FULL, SEED, sampled, some
from support.tablet.story_book import Filmed, story
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web import browser_tablet
from support.web.node import run_checks
from support.web.served import Served

TO_SAVE = THREE_SPADES_BY_SOUTH[:-1]  # the last OK saves it
HELLO = '{"table":3}'
ANNA = "player 0 17 416e6e61"
HAS_ANNA = f"roster 1 {checksum(pack(17, b'Anna'), size=SIZE):08x}"


@pytest.mark.full
@pytest.mark.parametrize("rules", some(NAMES, 9))
def test_an_evening_of_each_game_is_the_same_film(rules: str) -> None:
    films = []
    for runtime in ("unix", browser_tablet.NAME):
        with Filmed(Flash(), runtime) as tablet:
            for session in story(rules):
                Robot(tablet, session).play()
            films.append((tablet.film.hexdigest(), tablet.presses, tablet.i2c_bytes))
    assert films[0] == films[1]


def ask(tablet: Tablet, request: str) -> str:
    tablet.serial_write(frame(f"?1 {request}"))
    tablet.wait(100)
    return tablet.serial_read().split(b"\n")[-2].decode()


def test_the_browser_draws_the_letters_that_the_fonts_do_not_have() -> None:
    name = "Жу".encode()
    has = f"roster 1 {checksum(pack(17, name), size=SIZE):08x}"
    with Tablet(Flash(), browser_tablet.NAME) as tablet:
        assert [ask(tablet, f"player 0 17 {name.hex()}"), ask(tablet, has)]
        tablet.press("OK", "UP", "LEFT")
        rows = [tablet.look().pixels[128 * y :][:17] for y in range(64)]
    assert rows.count(bytes((0, 0, 0, *[1] * 6, 0, *[1] * 6, 0))) == 7  # of blocks: tablet.mjs


def test_the_page_shows_what_a_panel_does(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[list[int]] = []
    write = SSD1306.write

    def note(chip: SSD1306, message: bytes) -> None:
        messages.append([*message])
        write(chip, message)

    monkeypatch.setattr(SSD1306, "write", note)
    with Tablet(Flash()) as tablet:
        tablet.press(*NEW_GAME, *TO_SAVE)
        shown = tablet.pixels()
    assert bytes(run_checks("panel_looks.mjs", bundle.PAGE, json.dumps(messages))) == shown


def test_it_shows_what_a_board_does_and_keeps_what_was_saved(tmp_path: Path) -> None:
    """Over a reset, a disk that takes nothing, a power cut, and another start."""
    with Tablet(Flash()) as board:
        board.press(*NEW_GAME, *TO_SAVE)
        before = board.look()
    with Tablet(Flash(tmp_path / "a"), browser_tablet.NAME) as tablet:
        tablet.press(*NEW_GAME, *TO_SAVE)
        shown = tablet.look()
        assert shown.screen == "result"
        assert (shown.sha256, shown.i2c_bytes) == (before.sha256, before.i2c_bytes)
        tablet.reset()
        assert tablet.look().sha256 == before.sha256
        tablet.flash(False)
        tablet.press("OK")
        tablet.flash(True)
        assert tablet.look().sha256 == before.sha256  # nothing is shown as saved
        tablet.press("OK")
        assert "Deal 2" in tablet.look().text
        tablet.power_cut()
        after = tablet.look()
        assert after.screen == "compass" and "Deal 2" in after.text
        listed, own = (ask(tablet, words) for words in ("list 0", "who"))
        assert [ask(tablet, words).split()[1] for words in (ANNA, HAS_ANNA)] == ["ok", "ok"]
    with Tablet(Flash(tmp_path / "a"), browser_tablet.NAME) as tablet:
        assert (ask(tablet, "list 0"), ask(tablet, "who").split()[4]) == (listed, own.split()[4])
        assert "Deal 2" in tablet.look().text
        assert ask(tablet, HAS_ANNA).split()[1] == "ok"  # it has the list that was sent
    with Tablet(Flash(tmp_path / "b"), browser_tablet.NAME) as tablet:
        assert ask(tablet, "who").split()[4] != own.split()[4]
        with pytest.raises(SimulationError, match='knows no "pace"'):  # it says why it died
            tablet.pace(1, 1, 1, 1)


@sampled
def test_the_journal_survives_a_cut_at_every_operation_and_finds_rot() -> None:
    for seed in range(SEED, SEED + (3 if FULL else 1)):
        cuts, begun, rotten = run_checks("journal_cuts.mjs", bundle.PAGE, str(seed))
        assert begun, "no file was begun anew"
        assert cuts > 500 and rotten > 20


def test_a_clock_of_another_century_counts_as_not_set() -> None:
    of_a_page, once_set = run_checks("clock_checks.mjs", bundle.PAGE)
    assert of_a_page == [0, 0, 1, 26 * 525_600 + 7 * 1440 + 1, 0]
    assert once_set == [14_142_009] * 3


# ---- its line to the club, with sockets and timers of the test


def test_a_line_ends_comes_back_and_repeats_nothing() -> None:
    assert run_checks("link_checks.mjs", bundle.PAGE) == {
        "ended": {  # only a page that may not come in stops trying
            **{str(code): ["cut_off", 1] for code in (1000, 1006, AGAIN, TOO_MUCH)},
            **{str(code): ["unlinked", 0] for code in (joining.NO_HELLO, joining.NO_LINK)},
            str(joining.NOT_YOURS): ["not_yours", 0],
        },
        "pauses": [500, 1000, 2000, 4000, 5000, 5000, 500],  # they grow until the club answers
        "cameBack": [[HELLO, "first"], [HELLO, "second"]],
        "letIn": [[], ["linked", "cut_off"], [1, 2, 3]],  # when the club says something
        "silent": [8000, ["linked", "cut_off"], True, [500]],
        "over": [0, 0, ["cut_off"], [], True],  # a link that was ended does nothing more
    }


# ---- its files


def test_all_of_it_is_small_on_the_wire(served: Served) -> None:
    names = ["", *(path.name for path in bundle.site().iterdir() if path.name != "index.html")]
    replies = [served.get(f"/tablet/{name}", Accept_Encoding="gzip") for name in names]
    assert {reply.status for reply in replies} == {200}
    assert sum(len(reply.raw) for reply in replies) < 400 * 1024


def test_nothing_else_runs_in_it(served: Served) -> None:
    reply = served.get("/tablet/worker.mjs")
    assert "script-src 'self' 'wasm-unsafe-eval';" in reply.headers["content-security-policy"]
    assert reply.headers["content-type"].startswith("text/javascript")
    assert served.get("/tablet/micropython.wasm").headers["content-type"] == "application/wasm"
    assert served.get("/tablet").headers["location"] == "/tablet/"
    assert served.get("/tablet/no-such-file").status == 404
    assert served.get("/tablet/%2e%2e/board.py").status == 404
