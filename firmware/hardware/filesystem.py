"""The file system for the scores on a block device: mount it, and format it only if it is empty.

Its code stays: the tablet starts quicker than if it were a file of its own.
"""

from micropython import const
from vfs import VfsLfs2

_ERASED = const(0xFF)
_READ = const(128)  # bytes at least that littlefs reads: a third of the reads, 1 KB more of heap
_PROGRAM = const(16)  # bytes that a save is filled up to; an encrypted flash takes no fewer
_PART = const(32)  # bytes read at a time
_HEAD = const(2)  # blocks in which a file system begins
_MARK = b"Scorepad formats this partition."  # in the last block, until it is done


class NoScores(OSError):
    """The score partition is missing or its file system cannot be read."""


def mount(flash):  # a mounted VfsLfs2
    """Return the file system on a block device; one that was never used is formatted first.

    Raise NoScores, also where there is none. One that holds anything else is never formatted.
    """
    if flash is None:
        raise NoScores("no scores partition")
    last = flash.ioctl(4, 0) - 1
    try:
        files = _mount(flash)
    except OSError as error:
        if not _unused(flash, last):
            raise NoScores("flash unreadable") from error
        if not _is_half_formatted(flash, last):
            flash.ioctl(6, last)
            flash.writeblocks(last, _MARK, 0)
        VfsLfs2.mkfs(flash)
        files = _mount(flash)
    if _is_half_formatted(flash, last):
        flash.ioctl(6, last)
    return files


def _mount(flash):  # a VfsLfs2; a time stamp would cost 30 bytes a save
    return VfsLfs2(flash, readsize=_READ, progsize=_PROGRAM, mtime=False)


def _is_half_formatted(flash, last: int) -> bool:
    """Return True if the power failed during formatting: the first blocks are empty."""
    mark = bytearray(len(_MARK))
    flash.readblocks(last, mark, 0)
    return mark == _MARK


def _unused(flash, last: int) -> bool:
    """Return True if nothing was ever saved here: all is erased, except by formatting."""
    part = bytearray(_PART)
    marked = _is_half_formatted(flash, last)
    for block in range(_HEAD if marked else 0, last + (not marked)):
        size = flash.ioctl(5, 0) if block < _HEAD or block == last else _PART
        start = len(_MARK) if block == last else 0  # where the mark may be half written
        for offset in range(start, size, _PART):
            flash.readblocks(block, part, offset)
            if any(byte != _ERASED for byte in part):
                return False
    return True
