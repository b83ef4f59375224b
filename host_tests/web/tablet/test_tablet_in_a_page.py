"""The firmware as a page runs it, without the page: what it shows, what it keeps, what it is told.

The panel is the simulator's, and the host turns it as it turns the others.
"""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dev.emulators import browser_tablet
from dev.fetching import get_micropython_wasm
from firmware.link.codec import frame
from firmware.scoring.rules import NAMES
from scorepad.simulator import script
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import SimulationError
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Shot, Tablet
from scorepad.web.tablet import bundle
from support.commands import ROOT
from support.depth import FULL, SEED, sampled, some
from support.tablet.story_book import Filmed, story
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH

STORY = ROOT / "docs" / "examples" / "screens.keys"
OTHERWISE = {"clock", "about"}  # what time it is; how much room a disk has
CUTS = ROOT / "host_tests" / "support" / "web" / "journal_cuts.mjs"
TO_SAVE = THREE_SPADES_BY_SOUTH[:-1]  # the last OK saves it
Start = Callable[[], Tablet]


def key_script(runtime: str) -> dict[str, Shot]:
    taken: dict[str, Shot] = {}
    steps = script.parse(STORY.read_text(encoding="utf-8"), str(STORY))
    with Tablet(Flash(), runtime) as tablet:
        script.play(steps, tablet, taken.__setitem__)
    return taken


@sampled
@pytest.mark.parametrize("rules", some(NAMES, 9))
def test_an_evening_of_each_game_is_the_same_film(rules: str) -> None:
    """After every press, and all that is sent for it."""
    films = []
    for runtime in ("unix", browser_tablet.NAME):
        with Filmed(Flash(), runtime) as tablet:
            for session in story(rules):
                Robot(tablet, session).play()
            films.append((tablet.film.hexdigest(), tablet.presses, tablet.i2c_bytes))
    assert films[0] == films[1]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Switches on a tablet; always the same one."""
    return lambda: Tablet(Flash(tmp_path / "tablet"), browser_tablet.NAME)


@pytest.fixture
def tablet(start: Start) -> Iterator[Tablet]:
    with start() as started:
        yield started


def ask(tablet: Tablet, request: str) -> str:
    """What the tablet answers on its line."""
    tablet.serial_write(frame(f"?1 {request}"))
    tablet.wait(100)
    answer = tablet.serial_read().split(b"\n")[-2]
    return answer.decode()


def test_it_shows_and_sends_what_a_board_does() -> None:
    board, page = key_script("unix"), key_script(browser_tablet.NAME)
    assert board.keys() == page.keys()
    for name in board.keys() - OTHERWISE:
        assert page[name].sha256 == board[name].sha256, name
        assert page[name].i2c_bytes == board[name].i2c_bytes, name


def test_a_reset_comes_back_where_it_was(tablet: Tablet) -> None:
    tablet.press(*NEW_GAME, *TO_SAVE)
    before = tablet.look()
    assert before.screen == "result"
    tablet.reset()
    assert tablet.look().sha256 == before.sha256


def test_a_power_cut_keeps_what_was_saved(tablet: Tablet) -> None:
    tablet.press(*NEW_GAME, *TO_SAVE, "OK")
    tablet.power_cut()
    after = tablet.look()
    assert after.screen == "compass"
    assert "Deal 2" in after.text


def test_what_was_saved_is_there_when_it_is_switched_on_again(start: Start) -> None:
    with start() as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        listed = ask(tablet, "list 0")
    with start() as tablet:
        assert ask(tablet, "list 0") == listed
        assert "Deal 2" in tablet.look().text


def test_a_disk_that_takes_nothing_shows_nothing_as_saved(tablet: Tablet) -> None:
    """The tablet starts anew from what is kept; the deal can be entered again."""
    tablet.press(*NEW_GAME, *TO_SAVE)
    before = tablet.look()
    tablet._process.flash(False)
    tablet.press("OK")
    tablet._process.flash(True)
    assert tablet.look().sha256 == before.sha256
    tablet.press("OK")
    assert "Deal 2" in tablet.look().text
    tablet.power_cut()
    assert "Deal 2" in tablet.look().text


def test_each_has_its_own_id_and_keeps_it(tmp_path: Path) -> None:
    ids = []
    for name in ("a", "a", "b"):
        with Tablet(Flash(tmp_path / name), browser_tablet.NAME) as tablet:
            ids.append(ask(tablet, "who").split()[4:5])
    assert ids[0] == ids[1] != ids[2]


def test_a_firmware_that_dies_says_why(tablet: Tablet) -> None:
    with pytest.raises(SimulationError, match='knows no "pace"'):
        tablet._process.pace(1, 1, 1, 1)


def test_the_bundle_is_small() -> None:
    """Beside MicroPython's 434 KB, of which a server sends half."""
    assert len(bundle.bundle()) < 140_000


def test_the_journal_survives_a_cut_at_every_operation_and_finds_rot() -> None:
    node = get_micropython_wasm.parts().node
    for seed in range(SEED, SEED + (20 if FULL else 1)):
        run = subprocess.run(
            [node, CUTS, bundle.PAGE, str(seed)], capture_output=True, text=True, check=False
        )
        assert not run.returncode, f"seed {seed}: {run.stderr}"
        cuts, generations, rotten = map(int, run.stdout.split())
        assert cuts > 500
        assert generations > 1, "no file was begun anew"
        assert rotten > 10
