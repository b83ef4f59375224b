"""The flash of the emulated board: its PSRAM, 16 MB, which keeps its content over a reset.

flash.c makes block devices of it. What is kept where:

    0x21000000   a word that says that the rest is erased as it comes from a factory (flash.c)
    0x21010000   1 MB: the file system with the firmware, which QEMU can have brought
    0x21200000   2 MB: the scores
    0x21400000   4 KB: what an ESP32 has in its clock's memory (RTC), in the first 2 KB, and in NVS
    0x21401000   words: whether the panel is off the bus, whether the board keeps a chip's pace,
                 and after how many operations the power fails (flash.c), as the host has said
"""

from mps2 import Flash
from vfs import VfsLfs2

FILES = 0x21010000, 256
SCORES = 0x21200000, 512
KEPT = 0x21400000
NO_PANEL = 0x21401000
PACED = 0x21401004
CUT = 0x21401008


def mounted(part):
    """Return the file system of a part, which is made if there is none."""
    flash = Flash(*part)
    try:
        return VfsLfs2(flash)
    except OSError:
        VfsLfs2.mkfs(flash)
        return VfsLfs2(flash)
