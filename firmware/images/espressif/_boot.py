"""Mounts the board's files; the esp32 port of MicroPython runs it before anything else.

The files are made anew where that loses nothing: what `scorepad deploy` puts there the image has
as well, and the scores have a partition of their own. MicroPython's own `_boot.py` would go no
further where they cannot be read. The files of MicroPython's own table, which a board had before,
have the scores among them, and stay.
"""

from errno import EINVAL

import vfs
from esp32 import Partition
from flashbdev import bdev  # type: ignore[import-not-found]  # the port's

from firmware.hardware import filesystem


def files():  # a mounted VfsLfs2, or None
    """The file system for /; None where there is none to be had."""
    try:
        return filesystem.mount(bdev)
    except OSError:
        if bdev is None or _is_of_another_table() or not _reads_scores():
            return None
    vfs.VfsLfs2.mkfs(bdev)
    return filesystem.mount(bdev)


def _is_of_another_table() -> bool:
    """Whether there is a file system, of another size than the partition."""
    try:
        vfs.VfsLfs2(bdev)
    except OSError as error:
        return error.errno == EINVAL  # by lfs_mount; what is damaged is no such
    return False


def _reads_scores() -> bool:
    """Whether the scores have a file system, which is then not among what is made anew."""
    try:
        vfs.VfsLfs2(Partition.find(Partition.TYPE_DATA, label="scores")[0])
        return True
    except (IndexError, OSError):
        return False


found = files()
if found:
    vfs.mount(found, "/")  # type: ignore[attr-defined]
