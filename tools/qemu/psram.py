"""The flash of the emulated board: its PSRAM, 16 MB, which keeps its content over a reset.

A program only clears bits and an erase sets a block, as on NOR flash. What is kept where:

    0x21000000   a word that says that the scores are erased (when QEMU starts all is 0, not FF)
    0x21010000   1 MB: the file system with the firmware, which QEMU can have brought
    0x21200000   2 MB: the scores
    0x21400000   4 KB: what an ESP32 has in its clock's memory (RTC), in the first 2 KB, and in NVS
    0x21401000   a word: whether the panel is off the bus, as the host has said
"""

from machine import mem32
from uctypes import bytearray_at
from vfs import VfsLfs2

FILES = 0x21010000, 256
SCORES = 0x21200000, 512
KEPT = 0x21400000
NO_PANEL = 0x21401000
_BEGUN = 0x21000000
_WORD = 0x5C09E9AD
_BLOCK = 4096
_ERASED = b"\xff" * _BLOCK


class Flash:
    """A part of it as a block device.

    Of all parts since the reset, `reads`: how often they were read; `programmed`: bytes; `erased`:
    blocks.
    """

    reads = programmed = erased = 0

    def __init__(self, start, blocks):
        self._start, self._blocks = start, blocks

    def readblocks(self, number, buffer, offset=0):
        Flash.reads += 1
        buffer[:] = self._at(number, offset, len(buffer))

    def writeblocks(self, number, buffer, offset=None):
        if offset is None:
            self.ioctl(6, number)
        cells = self._at(number, offset or 0, len(buffer))
        for place in range(len(buffer)):
            cells[place] &= buffer[place]
        Flash.programmed += len(buffer)

    def ioctl(self, operation, argument):
        if operation == 6:
            self._at(argument, 0, _BLOCK)[:] = _ERASED
            Flash.erased += 1
        return {4: self._blocks, 5: _BLOCK}.get(operation, 0)

    def _at(self, number, offset, size):
        return bytearray_at(self._start + number * _BLOCK + offset, size)


def mounted(part):
    """The file system of a part, which is made if there is none."""
    flash = Flash(*part)
    try:
        return VfsLfs2(flash)
    except OSError:
        VfsLfs2.mkfs(flash)
        return VfsLfs2(flash)


def erase():
    """Erases the scores and what is kept on the very first start, as they come from a factory."""
    if mem32[_BEGUN] != _WORD:
        for part in (SCORES, (KEPT, 1)):
            flash = Flash(*part)
            for block in range(part[1]):
                flash.ioctl(6, block)
        mem32[_BEGUN] = _WORD
