"""A tablet in hand: starting a game, reading the screen, and its flash when it is switched off."""

import contextlib
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from vfs import DIRECTORY, VfsLfs2

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.session import DEAL, Session, fold
from firmware.storage.store import Store
from host_tests.device.nor_flash import NorFlash
from scorepad import build
from scorepad.simulator import process
from scorepad.simulator.flash import Flash, chip_id
from scorepad.simulator.interpreters import micropython32
from scorepad.simulator.process import STAND_INS
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import Tablet
from support.commands import run_program
from support.depth import full
from support.needed import or_skip

RUNTIMES = ("unix", "cpython")  # on which everything is played and looks the same
EACH_RUNTIME = (RUNTIMES[0], pytest.param(RUNTIMES[1], marks=full))
# Bytes that MicroPython takes at once with 32-bit words when an evening needs its 621st name.
NAMES_TABLE = 640 * 7
ESP32_HEAP = 128 * 1024 - STAND_INS  # bytes, for a tablet with 32-bit words: 128 KB in all

NEW_GAME = ("OK", "OK", "OK")
THREE_SPADES_BY_SOUTH = ("DOWN", "OK", "OK")
FINISH = ("RIGHT", "OK")  # when a game or an event is over


def hash_sources_once() -> None:
    """Nobody edits the firmware while it is tested: to read it at each start of a tablet took half
    of the time of the start."""
    for name in ("_on_a_board", "_digest"):
        setattr(build, name, functools.cache(getattr(build, name)))


@contextlib.contextmanager
def littlefs(path: Path) -> Iterator[VfsLfs2]:
    """The files of a tablet that is switched off; what is changed is kept at the end."""
    before = path.read_bytes()
    flash = NorFlash(bytearray(before))
    files = VfsLfs2(flash)
    yield files
    files.umount()
    if flash.image != before:
        path.write_bytes(flash.image)


@contextlib.contextmanager
def store_in(path: Path) -> Iterator[Store]:
    """The store of a tablet that is switched off; if it is a new one, it was on once."""
    if not path.exists():
        with Tablet(Flash(path), "cpython") as tablet:
            assert tablet.look().screen == "home"
    with littlefs(path) as files:
        yield Store(lambda: files, chip_id(path.read_bytes()))


def contents(files: VfsLfs2, folder: str = "") -> dict[str, bytes]:
    """Return the files in a folder and in those below it, by their paths."""
    found = {}
    for name, kind, *_ in files.ilistdir(folder or "/"):
        path = f"{folder}/{name}"
        if kind == DIRECTORY:
            found |= contents(files, path)
        else:
            found[path] = bytes(files.open(path, "rb").read())
    return found


def names(files: VfsLfs2) -> set[str]:
    """The paths of all files, without the slash before them."""
    return {path[1:] for path in contents(files)}


def with_board_words(path: Path | None = None) -> Tablet:
    """A tablet with words and a heap like a board's; the test is skipped where there is none."""
    with or_skip():
        micropython32()
    return Tablet(Flash(path), "unix32", ESP32_HEAP)


_CHIP = """
import sys, world
sys.modules["time"] = world
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = {!r}, {!r}
"""


def on_chip(
    program: str, flash: Path, board: str = build.BOARD, tablet: bytes = b"123456"
) -> list[str]:
    """What a program prints that MicroPython runs in a board's root, on the simulated chip."""
    command, folder, environment = process.command("unix", process.HEAP, board)
    done = run_program(
        [*command[:3], "-c", _CHIP.format(str(flash), tablet) + program],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def shown(tablet: Tablet) -> str:
    look = tablet.look()
    return f"{look.screen}: {' | '.join(look.text)}"


def logs(path: Path) -> list[list[Entry]]:
    """The events of every session on a flash file, oldest first, each record verified."""
    with store_in(path) as store:
        return [list(store.events(number)) for number in store.numbers()]


def menu(tablet: Tablet, item: str) -> None:
    Robot(tablet, Session()).menu(item)


def deals(*lines: str) -> list[Entry]:
    """The events of some deals, from the first on."""
    parsed = [parse(line) for line in lines]
    return [(DEAL, place, number, deal) for number, (deal, place) in enumerate(parsed, 1)]


def enter_game(tablet: Tablet, rules: str, events: list[Entry], **options: str | int) -> Robot:
    """Begin a game and press the keys for these events; who did so may follow more of them."""
    robot = Robot(tablet, fold([*opening(rules, options, 1, NORTH, 0), *events]))
    robot.start()
    robot.follow(events)
    return robot


def finish(tablet: Tablet) -> None:
    """Two games for N-S: the rubber is over."""
    for _ in range(2):
        tablet.press("UP", "RIGHT", "OK", "OK")
    assert tablet.look().screen == "end", shown(tablet)
