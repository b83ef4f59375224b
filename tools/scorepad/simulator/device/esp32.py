"""MicroPython's `esp32.Partition` and `esp32.NVS`: flash in a file, written through at once.

A program only clears bits, an erase sets a whole block; programming what is not erased is an
error here, as it would be corrupt data on a chip.
"""

import struct

import world
from micropython import const

_BLOCK = const(4096)
_BLOCKS = const(512)  # 2 MB, the size of the file system on a stock 4 MB board
_ERASED = b"\xff" * 64
_NVS = const(_BLOCK * _BLOCKS + 16)  # where it is in the file: behind the chip's id
_NOT_FOUND = const(-0x1102)  # ESP_ERR_NVS_NOT_FOUND


class NVS:
    """Non-volatile storage with one entry of any name."""

    def __init__(self, key):
        self._file = open(world.flash, "r+b")

    def get_i32(self, key):
        self._file.seek(_NVS)
        entry = self._file.read()
        if not entry:
            raise OSError(_NOT_FOUND)
        return struct.unpack("<i", entry)[0]

    def set_i32(self, key, value):
        if world.flash_broken:
            raise OSError(5)
        self._file.seek(_NVS)
        self._file.write(struct.pack("<i", value))

    def commit(self):
        self._file.flush()


class Partition:
    """The partition of the score store."""

    TYPE_DATA = 1

    def __init__(self, path):
        self._file = open(path, "r+b")  # open as long as the tablet runs

    @classmethod
    def find(cls, kind, label=None):
        """Return the partitions with this label."""
        return [cls(world.flash)] if label == "scores" else []

    def readblocks(self, number, buffer, offset=0):
        self._file.seek(number * _BLOCK + offset)
        self._file.readinto(buffer)
        world.reads += 1
        world.read += len(buffer)

    def writeblocks(self, number, buffer, offset):
        if world.flash_broken:
            raise OSError(5)
        self._file.seek(number * _BLOCK + offset)
        if any(byte != 0xFF for byte in self._file.read(len(buffer))):
            raise OSError(5, "flash is programmed twice")
        self._file.seek(number * _BLOCK + offset)
        self._file.write(buffer)
        self._file.flush()
        world.programmed += len(buffer)

    def ioctl(self, kind, number):
        if kind == 4:
            return _BLOCKS
        if kind == 5:
            return _BLOCK
        if kind == 6:
            self._file.seek(number * _BLOCK)
            for _ in range(_BLOCK // len(_ERASED)):
                self._file.write(_ERASED)
            self._file.flush()
            world.erased += 1
        return 0
