"""MicroPython's `esp32.Partition`: NOR flash in a file, written through at once.

A program only clears bits, an erase sets a whole block; programming what is not erased is an
error here, as it would be corrupt data on a chip.
"""

import world

BLOCK = 4096
BLOCKS = 512  # 2 MB, the size of the file system on a stock 4 MB board


class Partition:
    """The partition of the score store."""

    TYPE_DATA = 1

    def __init__(self, path):
        self._file = open(path, "r+b")  # noqa: SIM115  # open as long as the tablet runs

    @classmethod
    def find(cls, kind, label=None):
        """The partitions with this label."""
        return [cls(world.flash)] if label == "scores" else []

    def readblocks(self, number, buffer, offset=0):
        self._file.seek(number * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, number, buffer, offset=None):
        if offset is None:
            self.ioctl(6, number)
            offset = 0
        self._file.seek(number * BLOCK + offset)
        if any(byte != 0xFF for byte in self._file.read(len(buffer))):
            raise OSError(5, "flash is programmed twice")
        self._file.seek(number * BLOCK + offset)
        self._file.write(buffer)
        self._file.flush()

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._file.seek(argument * BLOCK)
            self._file.write(b"\xff" * BLOCK)
            self._file.flush()
        return 0
