"""A tablet in hand: starting a game, reading the screen, and its flash when it is switched off."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from vfs import DIRECTORY, VfsLfs2

from firmware.session import Session
from firmware.storage.store import Store
from scorepad.simulator.flash import FLASH_SIZE, Flash, chip_id
from scorepad.simulator.interpreters import MicroPythonMissing, micropython32
from scorepad.simulator.player import Event, Player
from scorepad.simulator.process import STAND_INS
from scorepad.simulator.tablet import Tablet

RUNTIMES = ("unix", "cpython")  # on which everything is played and looks the same
EACH_RUNTIME = (RUNTIMES[0], pytest.param(RUNTIMES[1], marks=pytest.mark.long))
ESP32_HEAP = 128 * 1024 - STAND_INS  # bytes, for a tablet with 32-bit words: 128 KB in all

NEW_GAME = ("OK", "OK", "OK")
THREE_SPADES_BY_SOUTH = ("DOWN", "OK", "OK")


class Blocks:
    """A flash file as the block device that littlefs is mounted on."""

    def __init__(self, path: Path):
        self._path = path
        self._image = bytearray(path.read_bytes())

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        start = number * 4096 + offset
        buffer[:] = self._image[start : start + len(buffer)]

    def writeblocks(self, number: int, buffer: bytes, offset: int = 0) -> None:
        start = number * 4096 + offset
        self._image[start : start + len(buffer)] = buffer
        self._path.write_bytes(self._image)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 6:
            self.writeblocks(argument, b"\xff" * 4096)
        return {4: FLASH_SIZE // 4096, 5: 4096}.get(operation, 0)


@contextlib.contextmanager
def littlefs(path: Path) -> Iterator[VfsLfs2]:
    """The files of a tablet that is switched off."""
    files = VfsLfs2(Blocks(path))
    yield files
    files.umount()


def names(files: VfsLfs2, folder: str = "/") -> set[str]:
    """The files in a folder and in those below it, without the folder's own name."""
    found = set()
    for name, kind, *_ in files.ilistdir(folder):
        inside = names(files, f"{folder}/{name}") if kind == DIRECTORY else set()
        found |= {f"{name}/{below}" for below in inside} if kind == DIRECTORY else {name}
    return found


def with_board_words(path: Path | None = None) -> Tablet:
    """A tablet with words and a heap like a board's; the test is skipped where there is none."""
    try:
        micropython32()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    return Tablet(Flash(path), "unix32", ESP32_HEAP)


def shown(tablet: Tablet) -> str:
    look = tablet.look()
    return f"{look.screen}: {' | '.join(look.text)}"


def logs(path: Path) -> list[list[Event]]:
    """The events of every session on a flash file, oldest first, each record verified."""
    with littlefs(path) as files:
        store = Store(lambda: files, chip_id(path.read_bytes()))
        return [list(store.events(number)) for number in store.numbers()]


def menu(tablet: Tablet, item: str) -> None:
    """Opens the menu and chooses from it."""
    Player(tablet, Session()).menu(item)


def finish(tablet: Tablet) -> None:
    """Two games for N-S: the rubber is over."""
    for _ in range(2):
        tablet.press("UP", "RIGHT", "OK", "OK")
    assert tablet.look().screen == "end"
    tablet.wait(1000)  # OK was meant for the deal until then
