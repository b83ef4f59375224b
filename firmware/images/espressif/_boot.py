"""Mounts the board's files; the esp32 port of MicroPython runs it before anything else.

The scores have a partition of their own: the files are rebuilt if only these can be read.
MicroPython's own `_boot.py` would go no further then. The files of MicroPython's own table, which
a board had before, have the scores among them, and stay.
"""

from errno import EINVAL

import vfs
from esp32 import Partition
from flashbdev import bdev  # type: ignore[import-not-found]  # the port's
from scorepad_files import begin  # type: ignore[import-not-found]

from firmware.hardware.shared_filesystem import is_readable


def nothing_is_lost() -> bool:
    """Return True if the scores are elsewhere."""
    return bdev is not None and not _is_of_another_table() and _reads_scores()


def _is_of_another_table() -> bool:
    """Return True if there is a file system, of another size than the partition."""
    try:
        vfs.VfsLfs2(bdev)
    except OSError as error:
        return error.errno == EINVAL  # by lfs_mount; what is damaged is no such
    return False


def _reads_scores() -> bool:
    return any(is_readable(part) for part in Partition.find(Partition.TYPE_DATA, label="scores"))


begin(bdev, nothing_is_lost)
