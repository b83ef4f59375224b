"""Where files and scores are in the flash of a Pico that Scorepad's own image was dragged onto.

    0            640 KB  the image; a UF2 dragged onto the chip changes no more than that
    640 KB       384 KB  files, mounted at "/": what is deployed onto the image
    1,024 KB   1,024 KB  the scores alone

MicroPython's own image has one file system over all that is behind the code, and a board that had
it keeps that: its scores stay in a folder of it.
"""

from micropython import const
from rp2 import Flash  # type: ignore[import-not-found]  # MicroPython's of this chip
from vfs import VfsLfs2, mount  # type: ignore[attr-defined]  # MicroPython's

from firmware.hardware import filesystem

_BLOCK = const(4096)  # bytes
_FILES = const(96)  # blocks
_SCORES = const(256)
_PAGE = const(256)  # bytes that the chip programs at once
_BLANK = b"\xff" * 256


class _Part:
    """Blocks of the flash, written in pieces of any size: what is blank around them stays blank.

    To program ones changes nothing in a NOR flash, and a page may be programmed more than once.
    """

    def __init__(self, first: int, blocks: int):
        flash = Flash(start=first * _BLOCK, len=blocks * _BLOCK)
        self.readblocks = flash.readblocks
        self.ioctl = flash.ioctl
        self._program = flash.writeblocks
        self._page = bytearray(_PAGE)

    def writeblocks(self, block: int, content: bytes, offset: int) -> None:
        """Programs from a byte of a block on, page by page; the block was erased before."""
        page, rest = self._page, memoryview(content)
        while rest:
            start = offset % _PAGE
            part = rest[: _PAGE - start]
            page[:] = _BLANK
            page[start : start + len(part)] = part
            self._program(block, page, offset - start)
            offset += len(part)
            rest = rest[len(part) :]


def mount_files() -> None:
    """Mounts "/", before anything else runs; where it cannot be, nothing is there.

    MicroPython's file system stays if it holds anything. One of our own that cannot be read is
    made anew only beside scores that can: it holds nothing that could not be had again.
    """
    whole = _opened(Flash())
    if whole and list(whole.ilistdir("/")):
        mount(whole, "/")
        return
    files = _files()
    if files or whole:
        mount(files or whole, "/")


def _opened(flash):  # a VfsLfs2, or None
    """The file system over all of the storage, as MicroPython's own image sets it up."""
    try:
        return VfsLfs2(flash, progsize=_PAGE)
    except OSError:
        return None


def _files():  # a VfsLfs2, or None
    """The files' own file system, which is made if it must be and may be."""
    flash = _Part(0, _FILES)
    try:
        return filesystem.mount(flash)
    except filesystem.NoScores:
        pass
    try:
        filesystem.opened(_scores())
    except OSError:
        return None
    VfsLfs2.mkfs(flash)
    return filesystem.opened(flash)


def _scores() -> _Part:
    return _Part(_FILES, _SCORES)


def mount_scores():  # a mounted VfsLfs2
    """The scores' own file system. Raises NoScores."""
    return filesystem.mount(_scores())
