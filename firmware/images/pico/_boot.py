"""Mounts the board's files; the rp2 port of MicroPython runs it before anything else.

The files are made anew where that loses nothing: what `scorepad deploy` puts there the image has
as well. What may be somebody's only copy is never formatted. A board that had MicroPython's own
image keeps its file system, with the scores in it.
"""

import vfs

from firmware.hardware import filesystem, rp2_flash


def files():  # a mounted VfsLfs2, or None
    """The file system for /; None where it cannot be read, and nor can the scores."""
    part = rp2_flash.files()
    try:
        return filesystem.mount(part)
    except OSError:
        whole = _whole()
    if (whole and _holds_something(whole)) or not _reads(rp2_flash.scores()):
        return whole
    vfs.VfsLfs2.mkfs(part)
    return filesystem.mount(part)


def _whole():  # a mounted VfsLfs2, or None
    """The file system of MicroPython's own image, mounted as that does it."""
    try:
        return vfs.VfsLfs2(rp2_flash.whole(), progsize=256)
    except OSError:
        return None


def _holds_something(whole) -> bool:
    """Whether there is a file; MicroPython's own image, dragged over ours, has made it empty."""
    return any(True for _ in whole.ilistdir("/"))


def _reads(part: rp2_flash.Part) -> bool:
    """Whether there is a file system."""
    try:
        vfs.VfsLfs2(part)
        return True
    except OSError:
        return False


found = files()
if found:
    vfs.mount(found, "/")  # type: ignore[attr-defined]
