"""Deploy, rescue and doctor at an emulated board: its prompt, its file system, the firmware.

What can go wrong on the way is tried in test_deploy.py, at a board in this process.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dev.emulators.qemu_board import Emulator, sources
from firmware import VERSION
from scorepad import build
from scorepad.club.records.store import Club
from scorepad.tablet import deploy
from scorepad.tablet.answers import TabletSession, listing, who
from scorepad.tablet.board_link import Board
from scorepad.tablet.cable import Cable
from support.club.club_sessions import complete, played
from support.commands import Done, scorepad
from support.tablet import emulated
from support.tablet.emulated import CHIP, ESP32, modules, plugged_in, write

pytestmark = pytest.mark.full

TABLET = b"\x02mps2\x01"
STOCK = "# This file is executed on every boot (including wake-boot from deepsleep)\n#import esp\n"
GAMES = [complete(played(table=7)), played(table=7)]
STOCK_ESP32 = """
class Partition:
    TYPE_DATA = 1
    def find(kind, label):
        return []
"""
MOUNT = "firmware.board import mount_scores"
SHARED = "firmware.hardware.shared_filesystem import mount"


def deployed(port: str, version: deploy.Version, *options: str) -> Done:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deploy, "version", lambda *_: version)
        return scorepad("deploy", port, *options)


def examined(board: Emulator) -> dict[str, Any]:
    """What `scorepad doctor` says of it, for programs."""
    return dict(json.loads(scorepad("doctor", board.cable, "--json").stdout)["ports"][0])


first = pytest.fixture(scope="module")(emulated.version)


@pytest.fixture
def newer(first: deploy.Version, tmp_path: Path) -> deploy.Version:
    """A version that differs from the first in one file."""
    package, source = Path("firmware/__init__.py"), tmp_path / "source"
    source.write_text('VERSION = "1.2"\n')
    build.build([(source if at == package else file, at) for file, at in sources()], tmp_path)
    compiled = (tmp_path / "firmware" / "app.mpy").read_bytes()
    return deploy.Version({**first.files, "firmware/app.mpy": compiled}, "1.2")


@pytest.fixture(scope="module")
def new(first: deploy.Version) -> Iterator[tuple[Emulator, dict[str, Any], Done]]:
    """A board fresh from its image, what the doctor says of it, and how a deploy ended."""
    with plugged_in() as emulator:
        with Board(emulator.cable) as board:
            write(board, "/boot.py", STOCK)
        yield emulator, examined(emulator), deployed(emulator.cable, first, "--table", "7")


@pytest.fixture
def board(new: tuple[Emulator, dict[str, Any], Done]) -> Emulator:
    """A board on which a version has started."""
    return new[0]


def play(prompt: Board, mount: str = MOUNT) -> list[TabletSession]:
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


def test_a_new_board_is_given_everything_and_says_who_it_is(new, first) -> None:
    emulator, found, done = new
    assert (found["state"], found["firmware"], found["app"]) == ("micropython", None, "")
    assert found["micropython"].startswith("1.") and "MPS2" in found["board"].upper()
    assert 10_000 < found["heap"] < 200_000 and 500_000 < found["flash"] < 1 << 20
    assert (found["pins"], found["clock"]) == (None, None)  # this board cannot tell them
    assert done.returncode == 0, done.stderr
    assert f"{len(first.files)} files sent, 0 copied on the board" in done.stdout
    with Cable(emulator.cable) as cable:
        assert who(cable)[:3] == (TABLET.hex(), 7, VERSION)


def test_only_what_changed_comes_over_the_cable_and_sessions_stay(board, first, newer) -> None:
    with Board(board.cable) as prompt:
        sessions = play(prompt)
    with Cable(board.cable) as cable:
        before = list(listing(cable))
    assert before[-2:] == sessions
    other = replace(first, files={**first.files, "main.py": first.files["main.py"] + b"\n"})
    assert deployed(board.cable, other).returncode == 0  # now both folders are full
    done = deployed(board.cable, newer)
    assert "1 file sent, 0 copied on the board" in done.stdout
    assert deployed(board.cable, newer, "--dry-run").returncode == 0
    with Cable(board.cable) as cable:
        assert list(listing(cable)) == before
        assert who(cable)[1:3] == (7, "1.2")
    with Board(board.cable) as prompt:
        assert deploy.survey(prompt).names == ["boot.py", "scorepad-a", "scorepad-b"]


# ---- rescue


def assert_rescued(board: Emulator, db: Path, sessions: list[TabletSession]) -> None:
    """Once they are new, and then they are known; the club has the bytes of the tablet."""
    half = len(sessions) // 2
    for new, known in (half, 0), (0, half):
        done = scorepad("--db", str(db), "rescue", board.cable, "--json")
        assert done.returncode == 0, done.stderr
        (summary,) = json.loads(done.stdout)["tablets"]
        assert (summary["new"], summary["known"], summary["open"]) == (new, known, half)
    with Club(str(db)) as club:
        for session in sessions:
            known = club.known(f"{TABLET.hex()}-{session.number}")
            assert (known.records, known.crc) == (session.records, session.crc)


def played_on(board: Emulator) -> list[TabletSession]:
    """What the tablet has, after two sessions more."""
    with Board(board.cable) as prompt:
        play(prompt)
    with Cable(board.cable) as cable:
        return list(listing(cable))


def test_a_board_whose_file_system_is_gone_is_rescued(board, tmp_path) -> None:
    with modules(board, machine=CHIP, esp32=ESP32):
        sessions = played_on(board)
        with Board(board.cable) as prompt:
            prompt.run("import os; os.rename('/boot.py', '/kept.py')")
            write(prompt, "/boot.py", "import esp32, machine, vfs\nvfs.umount('/')\n")
        broken_off = Board(board.cable)
        broken_off.teach("sessions.py")
        broken_off._port.close()
        assert_rescued(board, tmp_path / "club", sessions)
        with Board(board.cable) as prompt:
            prompt.run("import psram, vfs; vfs.mount(psram.mounted(psram.FILES), '/')")
            prompt.run("import os; os.rename('/kept.py', '/boot.py')")
    with Cable(board.cable) as cable:
        assert list(listing(cable)) == sessions  # also their marks


def test_a_board_without_firmware_and_without_a_partition_is_rescued(board, tmp_path) -> None:
    with modules(board, machine=CHIP, esp32=STOCK_ESP32):
        with Board(board.cable) as prompt:
            sessions = play(prompt, SHARED)
            folders = deploy.survey(prompt).folders
            for folder in folders:
                prompt.run(f"os.rename({folder!r}, {folder + '-gone'!r})")
        assert_rescued(board, tmp_path / "club", sessions)
        with Board(board.cable) as prompt:
            for folder in folders:
                prompt.run(f"import os; os.rename({folder + '-gone'!r}, {folder!r})")


# ---- doctor; this leaves the board without an app


def test_an_app_that_cannot_be_loaded_is_named_with_the_reason(board) -> None:
    with Board(board.cable) as prompt:
        for folder in deploy.survey(prompt).folders:
            write(prompt, f"{folder}/firmware/app.py", "import nothing_like_this\n")
            prompt.run(f"os.remove('{folder}/firmware/app.mpy')")
    found = examined(board)
    assert (found["state"], found["firmware"]) == ("micropython", "")
    assert found["app"].startswith("ImportError: ") and "nothing_like_this" in found["app"]
