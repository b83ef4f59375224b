"""A tablet's flash in RAM, on which the power goes at any operation that a test names."""

from vfs import VfsLfs2

from firmware.storage.store import Store

TABLET = b"\x02\xfe\xed\xfa\xca\xde"
BLOCK, BLOCKS = 4096, 16


class PowerCut(Exception):
    """The power goes in the middle of an operation of the flash."""


class Supply:
    """The flash as one power-on sees it; what is left of that on the heap writes no more."""

    def __init__(self, flash):
        self._flash = flash
        self._cells = flash.cells

    def readblocks(self, number, buffer, offset=0):
        start = number * BLOCK + offset
        buffer[:] = self._cells[start : start + len(buffer)]

    def writeblocks(self, number, buffer, offset=0):
        self._program(number * BLOCK + offset, buffer)

    def ioctl(self, operation, argument):
        if operation == 6:
            self._program(argument * BLOCK, b"\xff" * BLOCK)
        return {4: BLOCKS, 5: BLOCK}.get(operation, 0)

    def _program(self, start, content):
        flash = self._flash
        if flash.broken:
            raise OSError(5)
        if flash.supply is not self:
            raise PowerCut
        if not flash.left:
            flash.supply = None
            content = content[: len(content) // 2]
        self._cells[start : start + len(content)] = content
        if flash.supply is None:
            raise PowerCut
        flash.left -= 1


class Flash:
    """Cells in RAM. `left`: programs and erases until the power goes; `broken`: takes none."""

    def __init__(self):
        self.cells = bytearray(b"\xff" * BLOCK * BLOCKS)
        self.broken = False
        self._on()
        VfsLfs2.mkfs(self.supply)

    def _on(self):
        self.left = 1 << 29
        self.supply = Supply(self)

    def store(self):
        """The tablet is switched on."""
        self._on()
        return Store(lambda: VfsLfs2(self.supply, mtime=False), TABLET)


def every_cut(prepare, change):
    """For each operation of `change(store)` a flash that was `prepare`d and cut just there.

    The last one was not cut.
    """
    operations = 0
    while True:
        flash = Flash()
        prepare(flash.store())
        store = flash.store()
        flash.left = operations
        try:
            change(store)
            whole = True
        except PowerCut:
            whole = False
        yield flash, whole
        if whole:
            return
        operations += 1
