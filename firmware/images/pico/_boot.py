"""Mounts the board's files; the rp2 port of MicroPython runs it before anything else.

What may be somebody's only copy is never formatted, nor written over. A board that had
MicroPython's own image keeps its file system, with the scores in it. Where that image was dragged
over ours, and files were copied to it, it lies over the scores: then it can only be read.
"""

import vfs
from scorepad_files import begin  # type: ignore[import-not-found]

from firmware.hardware import rp2_flash, shared_filesystem


def nothing_is_lost() -> bool:
    """Return True if MicroPython's own image has left no file, or if it never was here and the
    scores can be read in their own part."""
    whole = _whole()
    if whole:
        return not any(True for _ in whole.ilistdir("/"))
    return shared_filesystem.is_readable(rp2_flash.scores())


def _whole():  # a mounted VfsLfs2, or None
    """Return the file system of MicroPython's own image, mounted as that does it."""
    try:
        return vfs.VfsLfs2(rp2_flash.whole(), progsize=256)
    except OSError:
        return None


def share(whole) -> None:
    """Mount it at /, for the scores too, unless it lies over others."""
    vfs.mount(whole, "/")  # type: ignore[attr-defined]
    if shared_filesystem.hides_scores(rp2_flash.scores()):
        vfs.umount("/")  # type: ignore[attr-defined]
        vfs.mount(whole, "/", readonly=True)  # type: ignore[attr-defined]


if not begin(rp2_flash.files(), nothing_is_lost):
    found = _whole()
    if found:
        share(found)
