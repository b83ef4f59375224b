"""The scores in a folder of the board's own file system, if the image has no other place.

The firmware and they share one littlefs. A save is one step there as well.
"""

import os

from firmware.hardware import filesystem

HOME = "/scorepad"
_SCORES = "scores"  # in it


def exists() -> bool:
    """Return True if the folder has been made."""
    return _holds("/", HOME[1:]) and _holds(HOME, _SCORES)


def is_readable(part) -> bool:
    """Return True if a file system can be read on a block device."""
    try:
        __import__("vfs").VfsLfs2(part)
        return True
    except OSError:
        return False


def hides_scores(part) -> bool:
    """Return True if no scores are here and others are below, which writing may overwrite: in
    `part`, where another image has them."""
    return not exists() and is_readable(part)


def mount(part=None):  # a Folder
    """Return the folder of the scores, made if there is none, but not over scores in `part`.

    Raise OSError.
    """
    if part and hides_scores(part):
        raise filesystem.NoScores("files over the scores")
    if not _holds("/", HOME[1:]):
        os.mkdir(HOME)
    if not _holds(HOME, _SCORES):
        os.mkdir(f"{HOME}/{_SCORES}")
    return Folder(f"{HOME}/{_SCORES}")


def _holds(folder: str, name: str) -> bool:
    return name in os.listdir(folder)


class Folder:
    """A folder, with the methods of a file system whose root it is."""

    def __init__(self, path: str):
        self._path = path

    def _at(self, name: str) -> str:
        return self._path if name == "/" else f"{self._path}/{name}"

    def open(self, name: str, mode: str):
        """Return a file. Raise OSError, as the others do."""
        return open(self._at(name), mode)

    def ilistdir(self, name: str):
        """Return entries (name, kind, ...)."""
        return os.ilistdir(self._at(name))  # type: ignore[attr-defined]  # MicroPython's

    def stat(self, name: str):
        """Return kind, ..., size, ..."""
        return os.stat(self._at(name))

    def statvfs(self, name: str):
        """Return block size, ... of the file system that all folders share."""
        return os.statvfs(self._at(name))

    def mkdir(self, name: str) -> None:
        os.mkdir(self._at(name))

    def remove(self, name: str) -> None:
        os.remove(self._at(name))

    def rename(self, old: str, new: str) -> None:
        """Rename a file, in one step."""
        os.rename(self._at(old), self._at(new))
