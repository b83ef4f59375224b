"""Mounting of the board's files, for the `_boot.py` of every image."""

import vfs

from firmware.hardware import filesystem


def begin(part, nothing_is_lost) -> bool:
    """Mount a part of the flash at /, or a new file system. Return True if there is one.

    It is rebuilt if it cannot be read and `nothing_is_lost()`: what `scorepad deploy` puts
    there the image has as well.
    """
    try:
        found = filesystem.mount(part)
    except OSError:
        if not nothing_is_lost():
            return False
        vfs.VfsLfs2.mkfs(part)
        found = filesystem.mount(part)
    vfs.mount(found, "/")  # type: ignore[attr-defined]
    return True
