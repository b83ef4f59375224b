"""`scorepad deploy` and `rescue`, at the prompt of a board in this process.

The same with real MicroPython on emulated boards: emulated/test_pico.py, test_pico_image.py.
"""

import contextlib
import json
import re
import sys
import zlib
from binascii import b2a_base64
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dev.link.both_ends import CHIP, LocalPort, LocalTablet
from firmware.storage import record
from scorepad import build
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.operation import Context
from scorepad.operations.tablets import deploy_firmware
from scorepad.operations.tablets.deploy_firmware import DeployFirmware
from scorepad.tablet import board_link, deploy, rescue, self_test
from scorepad.tablet.answers import BadAnswer
from scorepad.tablet.board_link import Board, BoardFailed, NoPrompt, on_board
from scorepad.tablet.cable import Cable
from support.club.club_sessions import TABLET as TABLET_OF_CLUB
from support.club.club_sessions import complete, played, raw
from support.commands import scorepad
from support.link import local
from support.link.accidents import PipedTablet, evening
from support.link.liars import lying
from support.link.ptys import script
from support.tablet.emulated import CHIPS_OF, MACHINES, NO_SURVEYS
from support.tablet.prompt_board import APP, PATH, PromptBoard, content, new_image, write

Deploy = Callable[..., tuple[int, str, str]]


def version(name: str, **more: bytes) -> deploy.Version:
    """A version of the firmware, with files as small as can be."""
    files = {"boot.mpy": b"boot", "main.py": b"main", APP: b"M" + name.encode()}
    files["firmware/ui/french.mpy"] = b"french" * 200
    return deploy.Version(files | more, name)


@pytest.fixture
def deployed(monkeypatch: pytest.MonkeyPatch) -> Deploy:
    """Runs `scorepad deploy` with a version: exit status, what it printed, and said."""

    def run(board: PromptBoard, wanted: deploy.Version, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(deploy, "compile_version", lambda *_: wanted)
        with board.plugged_in() as port:
            done = scorepad("deploy", port, *options)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def board(deployed: Deploy) -> PromptBoard:
    """A board that has version 1.1 in one folder, and 1.0 in the other."""
    board = PromptBoard()
    for name in ("1.0", "1.1"):
        assert deployed(board, version(name))[0] == 0
    return board


def sent(out: str) -> tuple[int, int]:
    """How many files were sent, and how many were copied on the board."""
    found = re.search(r"(\d+) files? sent, (\d+) copied", out)
    return (int(found[1]), int(found[2])) if found else (0, 0)


# ---- deploy


def test_a_new_board_is_given_everything_and_then_only_what_changed(deployed: Deploy) -> None:
    board = PromptBoard()
    status, out, _ = deployed(board, version("1.0"), "--table", "7")
    assert (status, board.version, sent(out)) == (0, "1.0", (4, 0))
    assert (board.tablet.store.settings.table, bool(board.tablet.clock)) == (7, True)
    before = content(board.image)
    assert sent(deployed(board, version("1.0"))[1]) == (0, 0)
    assert content(board.image) == before
    assert sent(deployed(board, version("1.1"))[1]) == (1, 3)  # the other folder was empty
    for name, files in ("1.2", (1, 0)), ("1.3", (1, 0)):
        status, out, _ = deployed(board, version(name))
        assert (status, board.version, sent(out)) == (0, name, files)
    assert content(board.image)["/boot.py"].count(b"scorepad-") == 2


def test_what_a_version_lacks_is_removed_and_comes_back_from_the_other_folder(deployed, board):
    smaller = version("1.2")
    del smaller.files["firmware/ui/french.mpy"]
    deployed(board, smaller)
    there = [path for path in content(board.image) if "french" in path]
    assert len(there) == 1 and not there[0].startswith(board.cwd)
    write(board.image, "/notes.txt", b"mine")
    board = PromptBoard(board.image)
    assert sent(deployed(board, version("1.3"))[1]) == (1, 0)
    assert sent(deployed(board, version("1.4"))[1]) == (1, 1)
    assert content(board.image)["/notes.txt"] == b"mine"


def test_a_deploy_that_breaks_off_anywhere_leaves_a_version_that_starts(deployed, board):
    """At each change of the flash, which is then half done; the next deploy goes on."""
    before, starts, lasts, cut = bytes(board.image), list[str](), 0, True
    while cut:
        broken = PromptBoard(bytearray(before), lasts)
        status, *_ = deployed(broken, version("2.0"))
        cut = status != 0
        again = PromptBoard(broken.image)
        starts.append(again.version)
        assert deployed(again, version("2.0"))[0] == 0
        assert again.version == "2.0"
        lasts += 1
    assert sorted(starts) == starts and {*starts} == {"1.1", "2.0"}
    assert starts.count("1.1") > 5


def test_a_deploy_goes_on_at_a_prompt_that_was_left_in_the_middle(deployed: Deploy) -> None:
    board = PromptBoard()
    with board.plugged_in() as port:
        broken_off = Board(port)
        deploy.survey(broken_off)
        broken_off._port.close()
    assert deployed(board, version("1.0"))[0] == 0
    assert board.version == "1.0"


def test_a_version_that_cannot_be_loaded_gives_way_to_the_other(deployed, board):
    status, _, said = deployed(board, version("1.2", **{APP: b"broken"}))
    assert (status, board.version) == (2, "1.1")
    assert "1.1" in said and "1.2" in said
    with board.plugged_in() as port, Board(port) as prompt:
        found = deploy.survey(prompt)
    assert deploy.plan(found, version("1.3")).folder != found.starting == found.current


def test_what_the_board_has_not_kept_as_it_was_sent_is_not_started(deployed, board, monkeypatch):
    send = deploy._send
    monkeypatch.setattr(deploy, "_send", lambda board, path, content: send(board, path, b"Mx"))
    status, _, said = deployed(board, version("1.2"))
    assert (status, board.version, said.count("\n")) == (2, "1.1", 2)


def test_a_dry_run_says_what_would_be_copied_and_changes_nothing(deployed, board):
    before = content(board.image)
    status, out, _ = deployed(board, version("5.0"), "--dry-run", "--json")
    planned = {"version": "5.0", "send": {APP: 4}, "copy": [], "remove": [], "strangers": []}
    assert (status, json.loads(out)) == (0, {**planned, "start": "scorepad-a"})
    shown = deployed(board, version("5.0"), "--dry-run")[1]
    assert APP in shown and "scorepad-a" in shown
    assert (content(board.image), board.version) == (before, "1.1")


def test_other_peoples_files_are_not_overwritten_without_a_yes(deployed: Deploy) -> None:
    image = new_image()
    write(image, "/boot.py", b"import blinking\n")
    write(image, "/blinking.py", b"print(1)\n")
    before, board = content(image), PromptBoard(image)
    status, _, said = deployed(board, version("1.0"))
    assert (status, "--yes" in said) == (2, True)
    assert "blinking.py, boot.py" in said
    assert "blinking.py" in deployed(board, version("1.0"), "--dry-run")[1]
    assert content(image) == before
    assert deployed(board, version("1.0"), "--yes")[0] == 0
    assert content(image)["/blinking.py"] == b"print(1)\n"


def test_on_a_terminal_somebody_is_asked() -> None:
    for answer, yes in ("y", True), ("Yes ", True), ("n", False), ("", False):
        context = Context(ask=lambda _, a=answer: a)
        with contextlib.nullcontext() if yes else pytest.raises(UserError):
            DeployFirmware(port="port").confirm(["main.py"], context)


def test_boards_are_named_by_the_help_and_others_refused() -> None:
    named = " ".join(scorepad("deploy", "--help").stdout.split())
    assert f"{', '.join(build.BOARDS)} (" in named
    assert scorepad("deploy", "/dev/null", "--board", "toaster").returncode == 2


@pytest.mark.parametrize(("machine", "chip"), MACHINES.items())
def test_a_board_with_the_chip_of_another_one_is_named(machine: str, chip: str | None) -> None:
    """One whose chip is of no family that is known is taken for what was said."""
    for name, own in CHIPS_OF.items():
        right = next((f"--board {b}" for b, chips in CHIPS_OF.items() if chip in chips), "a Pico")
        taken = contextlib.nullcontext()
        with taken if chip in (None, *own) else pytest.raises(UserError, match=right):
            deploy.check_chip(Says([machine]), name)


@pytest.mark.parametrize(
    ("machine", "watchdog", "feeds"),
    [
        ("Raspberry Pi Pico W with RP2040", 0x40058000, True),
        ("Raspberry Pi Pico2 with RP2350", 0x400D8000, True),
        ("Raspberry Pi Pico2 with RP2350-RISCV", 0x400D8000, True),
        ("Raspberry Pi Pico2 with RP2350", 0x40058000, False),  # this one is not running
        ("Generic ESP32 module with ESP32", 0, False),
    ],
)
def test_the_watchdog_of_an_app_that_is_gone_is_fed(monkeypatch, machine, watchdog, feeds):
    """By the register that the chip has (RP2040 Datasheet, 4.7.6; pico-sdk, addressmap.h)."""
    fed: list[int] = []

    class Timer:
        def __init__(self, period: int, callback: Callable[[object], None]) -> None:
            callback(self)

    chip = SimpleNamespace(
        mem32=dict.fromkeys((0x40058000, 0x400D8000), 1) | {watchdog: 1 << 30},
        WDT=lambda timeout: SimpleNamespace(feed=lambda: fed.append(timeout)),
        Timer=Timer,
    )
    monkeypatch.setitem(sys.modules, "machine", chip)
    monkeypatch.setitem(sys.modules, "firmware.board", None)  # there is none
    monkeypatch.setattr(sys.implementation, "_machine", machine, raising=False)
    exec(on_board("unwatch.py"), {"__name__": "unwatch"})
    assert fed == [8000] * feeds


@pytest.mark.parametrize(("at", "left"), [(-144, True), (-143, True), (-142, False)])
def test_scores_that_another_image_has_left_are_not_written_over(deployed, at, left):
    """MicroPython's image of a Pico or a Pico W: what is behind either ends with the flash."""

    class Flash:
        def ioctl(self, operation: int, argument: int) -> int:
            return board.files.statvfs("/")[2]

        def readblocks(self, number: int, buffer: bytearray, offset: int) -> None:
            there = (number, offset) == (self.ioctl(4, 0) + at, 8)
            buffer[:] = b"littlefs" if there else bytes(8)

    board = PromptBoard(rp2=SimpleNamespace(Flash=Flash))
    status, _, said = deployed(board, version("1"), "--yes")
    assert (status, "scores of Scorepad's image" in said) == (2 * left, left)


def test_an_app_that_does_not_answer_is_waited_for_and_then_given_up() -> None:
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    with local.impostor(lambda request: b"") as port, pytest.raises(UserError):
        once = partial(local.cable, tries=1)
        deploy.wait_for_start(port, once, lambda: clock[0], sleep)
    assert deploy.START_S < clock[0] < deploy.START_S + 1


# ---- self test


def test_a_board_tests_itself_and_nothing_is_copied(deployed: Deploy) -> None:
    board = PromptBoard()
    answers = {"test 0": "ok scoring", "test 1": "error panel: 19", "test 2": "ok -"}
    deployed(board, version("1.0"))
    board._link = script(lying(board.tablet, {"who": board._who, **answers}))
    cable = Cable(PATH, port=board, now=lambda: board.now)
    results = list(self_test.run_tests(cable))
    assert [(test.name, test.wrong) for test in results] == [("scoring", ""), ("panel", "19")]
    status, out, _ = deployed(board, version("1.0"), "--self-test")
    assert status == 0
    tests = re.findall(rf"^{PATH}: (\w+): (ok|FAILED)", out, re.MULTILINE)
    assert {name for name, _ in tests} >= {"scoring", "store", "panel"}
    assert {found for _, found in tests} == {"ok"}


def fingers(does: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """The buttons are tested; for each a person presses what `does` says, else that one."""
    tablet, now, down = LocalTablet(), [0.0], set[str]()

    def keys(words: str) -> str:
        now[0] += 0.5
        return f"ok {sum(1 << self_test.KEYS.index(key) for key in down)}"

    found = []
    with local.impostor(script(lying(tablet, {"keys": keys}))) as port, local.cable(port) as cable:
        for result in self_test.check_buttons(
            cable, lambda key: down.update(does.get(key, (key,))), lambda: now[0]
        ):
            found.append((result.name, result.wrong))
            if "stays" not in does:
                down.clear()
    return found


def test_a_button_that_is_wired_wrong_is_named() -> None:
    assert fingers({}) == [(key, "") for key in self_test.KEYS]
    found = dict(fingers({"UP": ("DOWN",), "LEFT": ("LEFT", "OK"), "BACK": ()}))
    assert [key for key, wrong in found.items() if wrong] == ["UP", "LEFT", "BACK"]
    assert "DOWN" in found["UP"] and "LEFT and OK" in found["LEFT"]
    stays = fingers({"stays": (), "OK": ()})
    assert [key for key, wrong in stays if wrong] == [*self_test.KEYS[1:]]


@pytest.mark.parametrize("answer", ["ok 64", "ok", "ok -1", "ok x"])
def test_a_tablet_that_names_buttons_which_it_does_not_have_is_refused(answer: str) -> None:
    with (
        local.impostor(script(lambda words: answer)) as port,
        local.cable(port) as cable,
        pytest.raises(BadAnswer),
    ):
        list(self_test.check_buttons(cable, lambda key: None))


# ---- what is no board, or says what none says


@pytest.mark.parametrize(
    "noise", [b"", b"\xff\x00\x1b[2J" * 50, b"raw REPL; CTRL-B to exit\r\n>", b"OK\x04\x04>"]
)
def test_what_is_no_board_has_no_prompt(noise: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    port = LocalPort(lambda sent: noise)
    monkeypatch.setattr("scorepad.tablet.board_link.open_port", lambda path, timeout: port)
    with pytest.raises(NoPrompt):
        Board(PATH, lambda: port.now).teach("files.py")


class Says:
    """A prompt that answers with what it was given, one answer after another."""

    path = "port"

    def __init__(self, *answers: list[Any]):
        self._answers = list(answers)

    def __enter__(self) -> "Says":
        return self

    def __exit__(self, *reason: object) -> None: ...

    def teach(self, name: str) -> None:
        """Learns nothing."""

    def answers(self, code: str) -> list[Any]:
        return self._answers.pop(0)

    def strange(self) -> UserError:
        return UserError("garbled")


def test_a_board_that_makes_no_sense_is_refused() -> None:
    for answer in ([], [5], ["a", "b"]):
        with pytest.raises(UserError):
            deploy.check_chip(Says(answer), "pico")
    for answer in NO_SURVEYS:
        with pytest.raises(UserError):
            deploy.survey(Says(answer))


class Prints(Board):
    """A board whose port lets through what is given."""

    def __init__(self, printed: str):
        self.path = "port"
        self._printed = printed

    def run(self, code: str) -> str:
        return self._printed


SAID = ['["a", 1]', '["b", 2]']
CRC = str(zlib.crc32("".join(f"{line}\n" for line in SAID).encode()))


def test_what_a_port_lost_of_it_is_noticed() -> None:
    assert Prints("\r\n".join([*SAID, CRC])).answers("") == [["a", 1], ["b", 2]]
    for lost in ([SAID[0], CRC], ['["a", 2]', CRC], SAID, [], ["x"], ["1", "2", CRC]):
        with pytest.raises(NoPrompt):
            Prints("\n".join(lost)).answers("")


def test_what_a_port_says_without_end_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    brackets = "[" * 100_000 + "\n"
    with pytest.raises(NoPrompt):
        Prints(f"{brackets}{zlib.crc32(brackets.encode())}").answers("")
    board = PromptBoard()
    with board.plugged_in() as port, Board(port) as prompt:
        prompt.run("print('x' * 2000)")
        monkeypatch.setattr(board_link, "_MOST_BYTES", 1000)
        with pytest.raises(NoPrompt):
            prompt.run("print('x' * 2000)")


def test_what_a_board_says_commands_no_terminal() -> None:
    shout = "\x1b]0;owned\x07\u202e" + "x" * 9999
    board = PromptBoard()
    with board.plugged_in() as port, Board(port) as prompt, pytest.raises(BoardFailed) as failed:
        prompt.run(f"raise ValueError({shout!r})")
    assert str(failed.value).isprintable() and len(str(failed.value)) < 300
    named = deploy_firmware._format_names([shout])
    assert named.isprintable() and len(named) < 300


# ---- rescue


def test_a_board_whose_app_does_not_start_is_rescued(tmp_path: Path) -> None:
    """Its partition is read, and nothing is written there; what is known does not come twice."""
    image = evening(CHIP)
    before = bytes(image)
    db = str(tmp_path / "club.db")
    board = PromptBoard(scores=image)
    for new, known in (2, 0), (0, 2):
        with board.plugged_in() as port:
            done = scorepad("--db", db, "rescue", port, "--json")
        assert done.returncode == 0, done.stderr
        (summary,) = json.loads(done.stdout)["tablets"]
        assert (summary["tablet"], summary["refused"]) == (CHIP.hex(), [])
        assert (summary["new"], summary["known"], summary["open"]) == (new, known, 1)
    assert (bytes(image), board.mounts) == (before, [("/rescued-scores", True)] * 2)
    with Club(db) as club:
        for name, log in PipedTablet(image, CHIP).sessions().items():
            assert club.known(name).crc == record.checksum(log)


def test_a_board_without_scores_says_so(tmp_path: Path) -> None:
    with PromptBoard().plugged_in() as port:
        done = scorepad("--db", str(tmp_path / "club.db"), "rescue", port)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "/scorepad/scores" in done.stderr


def files_of(number: int, log: bytes) -> list[list[Any]]:
    """A session's pages, as a board prints them."""
    size = record.SIZE * record.PER_PAGE
    pages = [log[start : start + size] for start in range(0, len(log), size)]
    names = [f"{number // 6:03x}/{number % 6}.{page:02x}" for page in range(len(pages))]
    return [[name, b2a_base64(page).decode()] for name, page in zip(names, pages, strict=True)]


@pytest.fixture
def rescued(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[int, Any]]:
    """Rescues a board that answers so: exit status, and the summary if there is one."""

    def run(*answers: list[Any]) -> tuple[int, Any]:
        monkeypatch.setattr(rescue, "Board", lambda port: Says(*answers))
        done = scorepad("--db", str(tmp_path / "db"), "rescue", "port", "--json")
        return done.returncode, json.loads(done.stdout)["tablets"][0] if done.stdout else None

    return run


OVERVIEW = [TABLET_OF_CLUB.hex(), ["", "000"]]


def test_a_damaged_session_is_kept_as_it_is_and_named(rescued, tmp_path: Path) -> None:
    good, bad = raw(1, complete(played())), bytearray(raw(2, complete(played())))
    bad[30] ^= 1
    files = [*files_of(1, good), *files_of(2, bytes(bad))]
    status, summary = rescued(OVERVIEW, [], files)
    assert (status, summary["new"], len(summary["refused"])) == (1, 1, 1)
    with Club(str(tmp_path / "db")) as club:
        known = club.known(f"{TABLET_OF_CLUB.hex()}-2")
        assert (known.state, known.crc) == ("damaged", record.checksum(bytes(bad)))


def test_what_the_flash_does_not_give_is_named(rescued) -> None:
    files = files_of(1, raw(1, complete(played())))
    files[1][1] = None
    status, summary = rescued(OVERVIEW, [["settings", None]], files)
    assert (status, summary["open"]) == (1, 1)  # it goes on when more comes
    assert [line.split()[1] for line in summary["refused"]] == ["settings", "000/1.01"]


def test_of_a_board_with_less_than_the_club_has_nothing_more_is_expected(rescued) -> None:
    """What is read is a copy of its flash, which begins no session that could need a number."""
    assert rescued(OVERVIEW, [], files_of(2, raw(2, complete(played()))))[0] == 0
    status, summary = rescued(OVERVIEW, [], [])
    assert (status, summary["notes"], summary["refused"]) == (0, [], [])


def test_a_board_that_makes_no_sense_is_not_rescued_from(rescued) -> None:
    for overview in ([], ["zz", [""]], ["00", 5], ["00", [5]], ["00", ["x"] * 5000]):
        assert rescued(overview) == (2, None), overview
    for file in (5, ["a"], [5, "YQ=="], ["a", "?"], ["a", "ü"]):
        assert rescued(["00", [""]], [file]) == (2, None), file
