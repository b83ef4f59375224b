"""A tablet's flash in RAM, on which the power goes at any operation that a test names."""

from vfs import VfsLfs2

from firmware.storage.store import Store
from host_tests.device.nor_flash import ERASED, NorFlash

TABLET = b"\x02\xfe\xed\xfa\xca\xde"
BLOCKS = 16


class PowerCut(Exception):
    """The power goes in the middle of an operation of the flash."""


class Supply(NorFlash):
    """The flash as one power-on sees it; what is left of that on the heap writes no more."""

    def __init__(self, flash):
        super().__init__(flash.cells)
        self._flash = flash

    def change(self, start, becomes):
        flash = self._flash
        if flash.broken:
            raise OSError(5)
        if flash.supply is not self:
            raise PowerCut
        if not flash.left:
            flash.supply = None
            becomes = becomes[: len(becomes) // 2]
        super().change(start, becomes)
        if flash.supply is None:
            raise PowerCut
        flash.left -= 1


class Flash:
    """Cells in RAM. `left`: programs and erases until the power goes; `broken`: takes none."""

    def __init__(self):
        self.cells = bytearray(ERASED * BLOCKS)
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
