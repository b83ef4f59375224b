"""A temporary folder of this program, deleted when it ends, or at the next start if it was killed.

It has a file that is locked while the program runs: a program that can lock it may clean up.
"""

import contextlib
import glob
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_PREFIX = "scorepad-work-"
_MARK, _DRAFT = "runs", "begins"


def _mark_in_use(folder: Path) -> Callable[[], None]:
    """Mark a folder as in use until the returned function is called."""
    mark = (folder / _DRAFT).open("wb")
    with contextlib.suppress(OSError):  # a disk without locks: then nobody cleans it up
        if fcntl:
            fcntl.flock(mark, fcntl.LOCK_EX)
            (folder / _DRAFT).rename(folder / _MARK)
    return mark.close


def _runs(folder: Path) -> bool:
    """Return True if the program of a folder is running, or may be."""
    try:
        if sys.platform == "win32":
            (folder / _DRAFT).unlink()  # nobody removes there what somebody has open
            return False
        # First, for others may put a pipe there, and opening it would wait for ever.
        theirs = fcntl and folder.lstat().st_uid != os.getuid()
        if not fcntl or theirs or not stat.S_ISREG((folder / _MARK).lstat().st_mode):
            return True
        with (folder / _MARK).open("rb") as mark:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
    except OSError:
        return True


class Scratch:
    """The folder, which is made when it is first needed. Other threads may use it too.

    `parent`: where, None: where programs have such folders; `prefix`: how its name begins.
    """

    def __init__(self, parent: Path | None = None, prefix: str = _PREFIX) -> None:
        self._lock = threading.Lock()
        self._parent, self._prefix = parent, prefix
        self._here: Path | None = None
        self._unmark: Callable[[], None] = lambda: None

    def new(self) -> Path:
        """Return a new folder in it. Raise OSError."""
        with self._lock:
            if self._here is None:
                here = Path(tempfile.mkdtemp(prefix=self._prefix, dir=self._parent))
                self._here, self._unmark = here, _mark_in_use(here)
            return Path(tempfile.mkdtemp(dir=self._here))

    def close(self) -> None:
        with self._lock:
            self._unmark()
            if self._here:
                shutil.rmtree(self._here, ignore_errors=True)
            self._here = None


@contextlib.contextmanager
def new_folder(parent: Path | None = None, prefix: str = _PREFIX) -> Iterator[Path]:
    """Make a folder for the block that only this user can read; clean up. Raise OSError."""
    clean_up(parent, prefix)
    with contextlib.closing(Scratch(parent, prefix)) as here:
        yield here.new()


def clean_up(parent: Path | None = None, prefix: str = _PREFIX) -> None:
    """Delete the folders of programs that were killed."""
    with contextlib.suppress(OSError):
        for folder in Path(parent or tempfile.gettempdir()).glob(glob.escape(prefix) + "*"):
            if not _runs(folder):
                shutil.rmtree(folder, ignore_errors=True)
