"""Installing and rescuing, on an emulated board with a real prompt and a real file system."""

import contextlib
import io
import json
import os
import pty
import re
import runpy
import sys
import threading
import time
import tty
import zlib
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dev.emulators.qemu_board import Emulator, sources
from firmware import VERSION
from firmware.selftest import NAMES
from firmware.storage import record
from scorepad import build, cli
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.sources import SOURCES
from scorepad.tablet import board_link, deploy, rescue, self_test
from scorepad.tablet.answers import TabletSession, listing, who
from scorepad.tablet.board_link import Board
from scorepad.tablet.cable import Cable, Refused
from support.club.club_sessions import TABLET as TABLET_OF_CLUB
from support.club.club_sessions import complete, played, raw
from support.link.ptys import impostor, running, script
from support.tablet.emulated import CHIP, ESP32, NO_SURVEYS, modules, plugged_in, write

TABLET = b"\x02mps2\x01"
STOCK = "# This file is executed on every boot (including wake-boot from deepsleep)\n#import esp\n"
GAMES = [complete(played(table=7)), played(table=7)]

STOCK_ESP32 = """
class Partition:
    TYPE_DATA = 1
    def find(kind, label):
        return []
"""


def deployed(port: str, version: deploy.Version, *options: str) -> tuple[int, str]:
    """Runs `scorepad deploy` with a version: exit status, and all that it said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deploy, "version", lambda *_: version)
        return scorepad("deploy", port, *options)


def scorepad(*arguments: str) -> tuple[int, str]:
    """Runs a command: exit status, and all that it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return cli.main(list(arguments)), said.getvalue()


def on(emulator: Emulator) -> deploy.Found:
    """What there is on the board."""
    with Board(emulator.cable) as board:
        return deploy.survey(board)


def running_version(emulator: Emulator) -> str:
    """What the app says that it is."""
    return deploy.started(emulator.cable).version


@pytest.fixture(scope="module")
def first() -> deploy.Version:
    """The firmware for the emulated board."""
    files = sources()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "firmware_sources", lambda *_: files)
        return deploy.version()


@pytest.fixture
def another(first: deploy.Version, tmp_path: Path) -> Callable[[str], deploy.Version]:
    """Makes versions that differ from the first in one file."""

    def version(name: str) -> deploy.Version:
        package = Path("firmware/__init__.py")
        (tmp_path / "source").write_text(f'VERSION = "{name}"\n')
        files = [(tmp_path / "source" if at == package else file, at) for file, at in sources()]
        build.build(files, tmp_path / name)
        compiled = (tmp_path / name / "firmware" / "app.mpy").read_bytes()
        return deploy.Version({**first.files, "firmware/app.mpy": compiled}, name)

    return version


@pytest.fixture(scope="module")
def new(first: deploy.Version) -> Iterator[tuple[Emulator, int, str]]:
    """A board fresh from its image on which Scorepad was put; exit status, and what was said."""
    with plugged_in() as emulator:
        with Board(emulator.cable) as board:
            write(board, "/boot.py", STOCK)
        yield emulator, *deployed(emulator.cable, first, "--table", "7")


@pytest.fixture
def board(new: tuple[Emulator, int, str], first: deploy.Version) -> Emulator:
    """A board on which the first version has started."""
    emulator = new[0]
    if running_version(emulator) != VERSION:
        assert deployed(emulator.cable, first)[0] == 0
    return emulator


# ---- deploy


def test_a_new_board_is_given_everything_and_says_who_it_is(new, first):
    emulator, status, said = new
    assert status == 0
    assert f"{len(first.files)} files sent, 0 copied on the board" in said
    assert f"version {VERSION}, tablet {TABLET.hex()}, table 7" in said
    with Cable(emulator.cable) as cable:
        assert who(cable)[:3] == (TABLET.hex(), 7, VERSION)


@pytest.mark.full
def test_what_is_there_already_is_not_copied(board, first):
    before = on(board)
    status, said = deployed(board.cable, first)
    assert status == 0
    assert said.endswith("table 7: nothing to copy\n")
    assert on(board) == before


@pytest.mark.full
def test_only_what_changed_comes_over_the_cable(board, first, another):
    assert deployed(board.cable, another("1.1"))[0] == 0  # from here on both folders are full
    status, said = deployed(board.cable, another("1.2"))
    assert status == 0
    assert "version 1.2" in said
    assert "1 file sent, 0 copied on the board" in said
    assert on(board).names == ["boot.py", "scorepad-a", "scorepad-b"]


@pytest.mark.full
def test_a_file_that_the_board_has_elsewhere_is_copied_there(board, another):
    assert deployed(board.cable, another("1.3"))[0] == 0
    smaller = another("1.4")
    del smaller.files["firmware/ui/french.mpy"]
    assert "1 file sent, 0 copied" in deployed(board.cable, smaller)[1]
    assert not [path for path in on(board).inside(on(board).starting) if "french" in path]
    assert "1 file sent, 0 copied" in deployed(board.cable, another("1.5"))[1]
    assert "1 file sent, 1 copied" in deployed(board.cable, another("1.6"))[1]


@pytest.mark.full
def test_sessions_settings_and_other_files_stay(board, another):
    with Board(board.cable) as prompt:
        sessions = play(prompt)
        write(prompt, "/notes.txt", "mine")
    with Cable(board.cable) as cable:
        before = list(listing(cable))
    assert before[-2:] == sessions
    assert deployed(board.cable, another("1.5"))[0] == 0
    with Cable(board.cable) as cable:
        assert list(listing(cable)) == before
        assert who(cable).table == 7
    with Board(board.cable) as prompt:
        assert prompt.run("print(open('/notes.txt').read())").strip() == "mine"


def play(prompt: Board, mount: str = "firmware.board import mount_scores") -> list[TabletSession]:
    """Two sessions, as the app saves them where `mount` says."""
    sums = prompt.answers(
        f"from {mount} as mount\n"
        "from firmware.storage.outline import summed\n"
        "from firmware.app import Store\n"
        f"store = Store(mount, {TABLET!r})\n"
        f"for number in [store.create(game) for game in {GAMES!r}]:\n"
        "    say((number,) + summed(store, number))\n"
    )
    return [
        TabletSession(number, records, state, crc)
        for (number, records, crc), state in zip(sums, "co", strict=True)
    ]


class Pulled(Exception):
    """The cable was pulled."""


# What the PC has sent by then, and which version starts.
CUTS = {
    "while it looks at what is there": (rb"def survey", "old"),
    "before a new file is closed": (rb"begin\('/scorepad.*?end\(", "old"),
    "before it is verified": (rb"begin\('/scorepad.*?look\(", "old"),
    "before the new boot.py is closed": (rb"begin\('/boot.*?end\(", "old"),
    "in the command that switches": (rb"os.rename\(.*?'/boot.py'", "old"),
    "after it": (rb"(?!)", "new"),
}


@pytest.mark.full
def test_a_deploy_that_breaks_off_anywhere_leaves_a_version_that_starts(board, another):
    for name in ("2.98", "2.99"):  # from here on both folders are full
        assert deployed(board.cable, another(name))[0] == 0
    for place, (sent, starts) in enumerate(CUTS.values()):
        wanted = another(f"3.{place}")
        with contextlib.suppress(Pulled):
            break_off(board, wanted, re.compile(sent, re.DOTALL))
        board.reset_unheard()
        assert running_version(board) == {"old": "2.99", "new": wanted.name}[starts], sent
    print(f"cut {len(CUTS)} times: {', '.join(CUTS)}")


def break_off(emulator: Emulator, version: deploy.Version, last: re.Pattern[bytes]) -> None:
    """Deploys, without a restart, until `last` was sent. Raises Pulled."""
    said = b""
    send = board_link._Port.write

    def write_some(self: board_link._Port, sent: bytes) -> None:
        nonlocal said
        said += sent
        found = last.search(said)
        send(self, sent[: len(sent) - len(said) + found.end()] if found else sent)
        if found:
            raise Pulled

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_link._Port, "write", write_some)
        prompt = Board(emulator.cable)
        try:
            plan = deploy.plan(deploy.survey(prompt), version)
            deploy.carry_out(prompt, plan, version, lambda done, total: None)
        finally:
            prompt._port.close()


@pytest.mark.full
def test_a_version_that_cannot_be_loaded_gives_way_to_the_other(board, another):
    assert deployed(board.cable, another("4.0"))[0] == 0
    broken = another("4.1")
    broken.files["firmware/app.mpy"] = b"M\x06"
    status, said = deployed(board.cable, broken)
    assert status == 2
    assert "version 4.1 is on the board and 4.0 has started" in said
    assert running_version(board) == "4.0"
    found = on(board)
    assert deploy.plan(found, another("4.2")).folder != found.starting == found.current


@pytest.mark.full
def test_what_the_board_has_not_kept_as_it_was_sent_is_not_started(board, another, monkeypatch):
    send = deploy._send
    monkeypatch.setattr(deploy, "_send", lambda board, path, content: send(board, path, b"x"))
    status, said = deployed(board.cable, another("4.2"))
    assert status == 2
    assert "is not on the board as it was sent; deploy again" in said
    assert running_version(board) == VERSION


@pytest.mark.full
def test_a_dry_run_says_what_would_be_copied_and_changes_nothing(board, another):
    before = on(board)
    status, said = deployed(board.cable, another("5.0"), "--dry-run")
    assert status == 0
    assert "would send firmware/app.mpy (" in said
    assert "would start scorepad-" in said
    plan = json.loads(deployed(board.cable, another("5.0"), "--dry-run", "--json")[1])
    assert (plan["version"], plan["strangers"]) == ("5.0", [])
    assert list(plan["send"]) == ["firmware/app.mpy"]
    assert f"would start {plan['start']}" in said
    assert on(board) == before
    assert running_version(board) == VERSION


@pytest.mark.full
def test_other_peoples_files_are_not_overwritten_without_a_yes(board, first, monkeypatch):
    with Board(board.cable) as prompt:
        write(prompt, "/boot.py", "import blinking\n")
        write(prompt, "/blinking.py", "print(1)\n")
    before = on(board)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    status, said = deployed(board.cable, first)
    assert status == 2
    assert "holds other people's files: blinking.py, boot.py" in said
    assert said.count("\n") == 1
    assert "would ask first" in deployed(board.cable, first, "--dry-run")[1]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: "n")
    assert deployed(board.cable, first)[0] == 2
    assert on(board) == before
    assert deployed(board.cable, first, "--yes")[0] == 0
    with Board(board.cable) as prompt:
        assert prompt.run("print(open('/blinking.py').read())").strip() == "print(1)"
        prompt.run("os.remove('/blinking.py')")


def test_a_board_that_nobody_knows_is_refused():
    assert scorepad("deploy", "/dev/null", "--board", "toaster")[0] == 2


def test_the_help_names_the_boards():
    help_ = io.StringIO()
    with contextlib.redirect_stdout(help_), pytest.raises(SystemExit):
        cli.main(["deploy", "--help"])
    named = " ".join(help_.getvalue().split())
    assert f"what kind of board it is: {', '.join(build.BOARDS)} (" in named


def test_what_is_done_is_said_in_words():
    assert "--json goes with --dry-run" in scorepad("deploy", "/dev/null", "--json")[1]


# ---- self test


def test_a_board_tests_itself_and_nothing_is_copied(board, first):
    before = on(board)
    status, said = deployed(board.cable, first, "--self-test")
    assert status == 0
    assert "nothing to copy" in said
    for test in ("scoring: ok", "store: ok", "panel: ok"):
        assert f"{board.cable}: {test}\n" in said
    assert re.search(r": memory: ok \d+ KB\n", said)
    assert "buttons: not tested" in said
    assert on(board) == before


@pytest.mark.full
def test_a_board_whose_panel_has_come_loose_says_so(board, first):
    board.panel(False)
    try:
        with Cable(board.cable) as cable, pytest.raises(Refused, match="panel: 19"):
            for _ in range(1000):  # until the board has heard of it
                cable.ask(f"test {NAMES.index('panel')}")
        status, said = deployed(board.cable, first, "--self-test")
    finally:
        board.panel(True)
    assert status == 1
    assert [line for line in said.splitlines() if "FAILED" in line] == [
        f"{board.cable}: panel: FAILED: 19"
    ]
    assert "memory: ok" in said


def fingers(emulator: Emulator, does: dict[str, tuple[str, ...]]) -> list[str]:
    """The buttons are tested; for each a person presses what `does` says, else that one."""
    found = []
    with Cable(emulator.cable) as cable:
        for result in self_test.keys(
            cable, lambda key: emulator.hold_down(*does.get(key, (key,)))
        ):
            found.append(str(result))
            emulator.hold_down()
    return found


def test_each_button_is_asked_for_and_seen_to_arrive(board):
    assert fingers(board, {}) == [f"{key}: ok" for key in self_test.KEYS]


def test_a_button_that_is_wired_wrong_is_named(board, monkeypatch):
    monkeypatch.setattr(self_test, "PRESS_S", 1.0)
    found = fingers(board, {"UP": ("DOWN",), "LEFT": ("LEFT", "OK"), "BACK": ()})
    assert found == [
        "UP: FAILED: DOWN arrived",
        "DOWN: ok",
        "LEFT: FAILED: LEFT and OK arrived",
        "RIGHT: ok",
        "OK: ok",
        "BACK: FAILED: nothing arrived",
    ]


@pytest.mark.full
def test_on_a_terminal_somebody_is_asked_for_each_button(board, first, monkeypatch):
    monkeypatch.setattr(self_test, "PRESS_S", 0.0)  # nobody is that fast
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    status, said = deployed(board.cable, first, "--self-test")
    assert status == 1
    for key in self_test.KEYS:
        assert f"press {key} (" in said
        assert f"{board.cable}: {key}: FAILED: nothing arrived\n" in said


@pytest.mark.parametrize("answer", ["ok 64", "ok", "ok -1", "ok x"])
def test_a_tablet_that_names_buttons_which_it_does_not_have_is_refused(answer):
    with (
        impostor(script(lambda words: answer)) as port,
        Cable(port) as cable,
        pytest.raises(UserError, match="buttons that it does not have"),
    ):
        list(self_test.keys(cable, lambda key: None))


# ---- ports at which there is no board


@contextlib.contextmanager
def babbling(noise: bytes) -> Iterator[str]:
    """The path of a port where something says the same for ever, whatever it is told."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    stop = threading.Event()

    def babble() -> None:
        while not stop.is_set():
            with contextlib.suppress(BlockingIOError):
                os.read(ours, 4096)
            with contextlib.suppress(BlockingIOError):
                os.write(ours, noise)
            stop.wait(0.001)

    path = os.ttyname(theirs)
    with running(babble, stop):
        yield path
    os.close(ours)
    os.close(theirs)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["deploy", "rescue"])
@pytest.mark.parametrize(
    "noise", [b"", b"\xff\x00\x1b[2J" * 50, b"raw REPL; CTRL-B to exit\r\n>", b"OK\x04\x04>"]
)
def test_what_is_no_board_is_refused_in_one_line(noise, command, monkeypatch, tmp_path):
    monkeypatch.setattr(board_link, "_ENTER_S", 0.3)
    monkeypatch.setattr(board_link, "STEP_S", 0.3)
    begun = time.monotonic()
    with babbling(noise) as port:
        status, said = scorepad("--db", str(tmp_path / "db"), command, port)
    assert status == 2
    assert said.count("\n") == 1, said
    assert said.startswith(f"{port}: ")
    assert time.monotonic() - begun < 10


@pytest.mark.slow
@pytest.mark.parametrize("noise", [b"\xff\x00\x1b[2J" * 50, b"OK\x04\x04>"])
def test_the_doctor_is_not_misled_by_what_is_no_board(noise, monkeypatch):
    monkeypatch.setattr(board_link, "_ENTER_S", 0.3)
    monkeypatch.setattr(board_link, "STEP_S", 0.3)
    with babbling(noise) as port:
        status, said = scorepad("doctor", port)
    assert status == 1
    assert "press its reset button" in said
    assert all(line.isprintable() for line in said.splitlines())


@pytest.mark.parametrize("command", ["deploy", "rescue"])
def test_a_port_that_is_not_there_is_named(command, tmp_path):
    status, said = scorepad("--db", str(tmp_path / "db"), command, "/dev/nowhere")
    assert status == 2
    assert said.startswith("/dev/nowhere: there is no such port")
    assert said.count("\n") == 1


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
        """The next one."""
        return self._answers.pop(0)

    def strange(self) -> UserError:
        """As a board's."""
        return UserError("garbled")


@pytest.mark.parametrize(
    ("machine", "kind"),
    [
        ("Generic ESP32 module with SPIRAM with ESP32", "esp32"),
        ("Generic ESP32S3 module with ESP32S3", "esp32s3"),
        ("ESP32C3 module with ESP32C3", "esp32c3"),
        ("Raspberry Pi Pico W with RP2040", "pico"),
    ],
)
def test_a_board_with_the_chip_of_another_one_is_named(machine: str, kind: str) -> None:
    for name in build.BOARDS:
        if name == kind:
            deploy.check_chip(Says([machine]), name)
            continue
        with pytest.raises(UserError, match=f"port: this is a {machine}; say --board {kind}"):
            deploy.check_chip(Says([machine]), name)


def test_the_scores_of_an_image_are_looked_for_where_it_has_them() -> None:
    told = runpy.run_path(str(SOURCES / "tools/scorepad/tablet/on_board/files.py"))["SCORES"]
    text = (SOURCES / "firmware/hardware/rp2_flash.py").read_text(encoding="utf-8")
    (first,) = re.findall(r"^_FILES = const\((\d+)\)", text, re.MULTILINE)
    assert told == (int(first), int(first) + 1)


@pytest.mark.parametrize("machine", ["", "mps2-an385 with Cortex-M3", "Pico2 with RP2350"])
def test_a_board_with_a_chip_that_nobody_knows_is_taken_for_what_was_said(machine: str) -> None:
    deploy.check_chip(Says([machine]), "pico")


@pytest.mark.parametrize("answer", [[], [5], ["a", "b"]])
def test_a_board_that_does_not_know_its_chip_makes_no_sense(answer: list[Any]) -> None:
    with pytest.raises(UserError, match="garbled"):
        deploy.check_chip(Says(answer), "pico")


@pytest.mark.parametrize("answer", NO_SURVEYS)
def test_a_survey_that_makes_no_sense_is_refused(answer):
    with pytest.raises(UserError, match="garbled"):
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


def test_what_a_board_says_is_heard():
    assert Prints("\r\n".join([*SAID, CRC])).answers("") == [["a", 1], ["b", 2]]


@pytest.mark.parametrize(
    "printed",
    [
        [SAID[0], CRC],
        ['["a", 2]', CRC],
        SAID,
        ['["a"]', '["b", 2]', CRC],
        [],
        ["x"],
        ["1", "2", CRC],
    ],
)
def test_what_a_port_lost_of_it_is_noticed(printed):
    with pytest.raises(UserError, match="garbled"):
        Prints("\n".join(printed)).answers("")


# ---- rescue


def played_on(emulator: Emulator) -> list[TabletSession]:
    """What the tablet has, after two sessions more."""
    with Board(emulator.cable) as prompt:
        play(prompt)
    with Cable(emulator.cable) as cable:
        return list(listing(cable))


def assert_rescued(
    emulator: Emulator, db: Path, sessions: list[TabletSession], table: int
) -> None:
    """Once they are new, and then they are known; the club has the bytes of the tablet."""
    for outcome in ("1 new, 0 extended, 0 already known", "0 new, 0 extended, 1 already known"):
        status, said = scorepad("--db", str(db), "rescue", emulator.cable)
        assert status == 0, said
        count = len(sessions) // 2
        expected = outcome.replace("1", str(count))
        assert f"tablet {TABLET.hex()}, table {table}: {expected}, {count} still open" in said
    with Club(str(db)) as club:
        for session in sessions:
            known = club.known(f"{TABLET.hex()}-{session.number}")
            assert (known.records, known.crc) == (session.records, session.crc)


@pytest.mark.full
def test_a_board_whose_app_does_not_start_is_rescued(board, first, tmp_path):
    with modules(board, machine=CHIP, esp32=ESP32):
        sessions = played_on(board)
        with Board(board.cable) as prompt:
            for folder in deploy.survey(prompt).folders:
                write(prompt, f"{folder}/main.py", "raise RuntimeError")
        broken_off = Board(board.cable)
        broken_off.teach("sessions.py")
        broken_off._port.close()
        assert_rescued(board, tmp_path / "club", sessions, 7)
    assert deployed(board.cable, first)[0] == 0
    with Cable(board.cable) as cable:
        assert list(listing(cable)) == sessions  # also their marks


@pytest.mark.full
def test_a_board_whose_file_system_is_gone_is_rescued(board, tmp_path):
    with modules(board, machine=CHIP, esp32=ESP32):
        sessions = played_on(board)
        with Board(board.cable) as prompt:
            prompt.run("import os; os.rename('/boot.py', '/kept.py')")
            write(prompt, "/boot.py", "import esp32, machine, vfs\nvfs.umount('/')\n")
        assert_rescued(board, tmp_path / "club", sessions, 7)
        with Board(board.cable) as prompt:
            prompt.run("import psram, vfs; vfs.mount(psram.mounted(psram.FILES), '/')")
            prompt.run("import os; os.rename('/kept.py', '/boot.py')")


@pytest.mark.full
def test_a_board_without_firmware_and_without_a_partition_is_rescued(board, tmp_path):
    with modules(board, machine=CHIP, esp32=STOCK_ESP32):
        with Board(board.cable) as prompt:
            sessions = play(prompt, "firmware.hardware.shared_filesystem import mount")
            folders = deploy.survey(prompt).folders
            for folder in folders:
                prompt.run(f"os.rename({folder!r}, {folder + '-gone'!r})")
        assert_rescued(board, tmp_path / "club", sessions, 1)
        with Board(board.cable) as prompt:
            for folder in folders:
                prompt.run(f"import os; os.rename({folder + '-gone'!r}, {folder!r})")
            prompt.run("os.rename('/scorepad/scores', '/scorepad/lost')")
        status, said = scorepad("--db", str(tmp_path / "club"), "rescue", board.cable)
        assert status == 2
        assert "no scores partition and no folder /scorepad/scores" in said


def files_of(number: int, log: bytes) -> list[list[str]]:
    """A session's pages, as a board prints them."""
    size = record.SIZE * record.PER_PAGE
    pages = [log[start : start + size] for start in range(0, len(log), size)]
    names = [f"{number // 6:03x}/{number % 6}.{page:02x}" for page in range(len(pages))]
    return [[name, b2a_base64(page).decode()] for name, page in zip(names, pages, strict=True)]


def rescue_from(monkeypatch, tmp_path: Path, *answers: list[Any]) -> tuple[int, str]:
    """Rescues a board that answers so."""
    monkeypatch.setattr(rescue, "Board", lambda port: Says(*answers))
    return scorepad("--db", str(tmp_path / "db"), "rescue", "port")


OVERVIEW = [TABLET_OF_CLUB.hex(), ["", "000"]]


def test_a_damaged_session_is_kept_as_it_is_and_named(monkeypatch, tmp_path):
    good, bad = raw(1, complete(played())), bytearray(raw(2, complete(played())))
    bad[30] ^= 1
    files = [*files_of(1, good), *files_of(2, bytes(bad))]
    status, said = rescue_from(monkeypatch, tmp_path, OVERVIEW, [], files)
    assert status == 1
    assert f"session {TABLET_OF_CLUB.hex()}-2: it is damaged: record 2 does not verify" in said
    assert "1 new" in said
    with Club(str(tmp_path / "db")) as club:
        known = club.known(f"{TABLET_OF_CLUB.hex()}-2")
        assert (known.state, known.crc) == ("damaged", record.checksum(bytes(bad)))


def test_what_the_flash_does_not_give_is_named(monkeypatch, tmp_path):
    files = files_of(1, raw(1, complete(played())))
    files[1][1] = None
    status, said = rescue_from(monkeypatch, tmp_path, OVERVIEW, [["settings", None]], files)
    assert status == 1
    assert "port: settings on the tablet's flash cannot be read" in said
    assert "port: 000/1.01 on the tablet's flash cannot be read" in said
    assert "1 still open" in said  # what there is of it is kept, and goes on when more comes


def test_of_a_board_with_less_than_the_club_has_nothing_more_is_expected(monkeypatch, tmp_path):
    """What is read is a copy of its flash, which begins no session that could need a number."""
    files = files_of(2, raw(2, complete(played())))
    assert rescue_from(monkeypatch, tmp_path, OVERVIEW, [], files)[0] == 0
    status, said = rescue_from(monkeypatch, tmp_path, OVERVIEW, [], [])
    assert status == 0
    assert "erased" not in said


@pytest.mark.parametrize(
    "answers",
    [
        [[]],
        [["zz", [""]]],
        [["00", 5]],
        [["00", [5]]],
        [["00", ["x"] * 5000]],
        [["00", [""]], [5]],
        [["00", [""]], [["a"]]],
        [["00", [""]], [[5, "YQ=="]]],
        [["00", [""]], [["a", "?"]]],
        [["00", [""]], [["a", "ü"]]],
    ],
)
def test_a_board_that_makes_no_sense_is_not_rescued_from(monkeypatch, tmp_path, answers):
    assert rescue_from(monkeypatch, tmp_path, *answers) == (2, "garbled\n")
