"""The flash of an RP2040 or RP2350 behind the image: one file system, or files and scores apart.

MicroPython's own image gives all of it to one littlefs. Scorepad's image (images/pico/) has files
at its beginning, which is where the board looks for them, and behind them the scores alone. Both
have the same bounds: what the one has written the other finds. The images of a Pico W leave less
flash behind themselves, which ends at the same place: so the scores are found from the end.
"""

import os

import rp2  # type: ignore[import-not-found]  # MicroPython's
from micropython import const

HOME = "/scorepad"  # a folder of the board's file system
_SCORES = const(144)  # blocks of 4 KB; before them 208 for files: two versions take some 175
_PAGE = const(256)  # bytes that the chip programs at once (rp2.Flash takes whole pages only)

_page = bytearray(b"\xff" * _PAGE)  # what is programmed: 0xFF leaves a byte as it is


class Part:
    """Blocks of the flash as a block device, which may be programmed in any pieces."""

    def __init__(self, flash, first: int, count: int):
        self._flash = flash
        self._first = first
        self._count = count

    def readblocks(self, number: int, buffer, offset: int = 0) -> None:
        """Read as in the block device protocol of MicroPython."""
        self._flash.readblocks(self._first + number, buffer, offset)

    def writeblocks(self, number: int, buffer, offset: int = 0) -> None:
        """Write as the block device above does; nothing is erased before."""
        rest = memoryview(buffer)
        while rest:
            start = offset % _PAGE
            piece = rest[: _PAGE - start]
            _page[start : start + len(piece)] = piece
            self._flash.writeblocks(self._first + number, _page, offset - start)
            for place in range(start, start + len(piece)):
                _page[place] = 0xFF
            offset += len(piece)
            rest = rest[len(piece) :]

    def ioctl(self, operation: int, argument: int):
        """Return the block count, or erase a block of the part; the flash does the rest."""
        if operation == 4:
            return self._count
        return self._flash.ioctl(operation, self._first + argument if operation == 6 else argument)


def whole():  # a block device
    """Return the whole flash, as MicroPython's own image uses it."""
    return rp2.Flash()


def files() -> Part:
    """Return the part in which Scorepad's image has the board's files."""
    return Part(whole(), 0, whole().ioctl(4, 0) - _SCORES)


def scores() -> Part:
    """Return the part in which Scorepad's image has the scores."""
    return Part(whole(), whole().ioctl(4, 0) - _SCORES, _SCORES)


def shared() -> bool:
    """Return True if the mounted file system has the whole flash, the part of the scores too."""
    try:
        return os.statvfs(HOME)[2] == whole().ioctl(4, 0)
    except OSError:  # none is mounted
        return False
