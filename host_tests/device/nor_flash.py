"""NOR flash in RAM, as the block device that littlefs is mounted on; CPython and MicroPython.

What else a chip does is said by what derives from it: its power goes, or somebody counts.
"""

BLOCK = 4096
ERASED = b"\xff" * BLOCK


class NorFlash:
    """`image`: its blocks, and behind them perhaps what is not littlefs's."""

    def __init__(self, image):  # a bytearray, or a file mapped into memory
        self.image = image

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        """The block device protocol of MicroPython, as the next ones."""
        start = number * BLOCK + offset
        buffer[:] = memoryview(self.image)[start : start + len(buffer)]

    def writeblocks(self, number: int, buffer: bytes, offset: int = 0) -> None:
        self.change(number * BLOCK + offset, buffer)

    def ioctl(self, operation: int, argument: int) -> int:
        """As above: block count, block size, erase."""
        if operation == 6:
            self.change(argument * BLOCK, ERASED)
        return {4: len(self.image) // BLOCK, 5: BLOCK}.get(operation, 0)

    def change(self, start: int, becomes: bytes) -> None:
        """Programs some bytes, or erases a block: then they are ERASED."""
        self.image[start : start + len(becomes)] = becomes


class CountedFlash(NorFlash):
    """Of `blocks` blocks. Counts reads, bytes `read`, and for each block what it has taken."""

    def __init__(self, blocks: int):
        super().__init__(bytearray(ERASED * blocks))
        self.reads = self.read = 0
        self.programmed = [0] * blocks  # bytes
        self.erased = [0] * blocks  # times

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        super().readblocks(number, buffer, offset)
        self.reads += 1
        self.read += len(buffer)

    def change(self, start: int, becomes: bytes) -> None:
        super().change(start, becomes)
        if becomes is ERASED:
            self.erased[start // BLOCK] += 1
        else:
            self.programmed[start // BLOCK] += len(becomes)
