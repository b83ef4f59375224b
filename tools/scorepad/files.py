"""Files that come out whole or not at all, so that a full disk spoils nothing that was there."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from scorepad.errors import UserError
from scorepad.scratch import new_folder

_DATABASE = b"SQLite format 3\0"  # how one begins
_HANDLES = (Path("/dev"), Path("/dev/fd"))  # folders of what the shell and the system have opened


def write(file: str, content: bytes, private: bool = False) -> None:
    """Create or replace a file; a link to it stays valid.

    What is no file, as a device or a pipe, takes the content as it comes. `private`: only its
    owner can read a new one. Raise UserError, also rather than replace a database.
    """
    with report_write_errors(file):
        given = Path(file)
        _refuse_database(given)
        if _takes_as_it_comes(given):
            given.write_bytes(content)
            return
        path = Path(os.path.realpath(given))
        with beside(path) as draft:
            draft.touch(0o600 if private else 0o666)
            draft.write_bytes(content)
            replace_file(draft, path)


@contextlib.contextmanager
def report_write_errors(file: str) -> Iterator[None]:
    """Within the block, raise UserError for any error of writing `file`."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{file}: cannot be written ({reason}); name another file") from error


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Yield a new file on the same disk, deleted in the end. Raise OSError."""
    with new_folder(path.parent, f".{path.name}.") as folder:
        yield folder / path.name


def replace_file(draft: Path, path: Path) -> None:
    """Replace the file by the draft on the disk, with the file's permissions. Raise OSError."""
    with draft.open("r+b") as written:  # Windows flushes no file that is only read
        os.fsync(written.fileno())
    if path.exists():
        shutil.copymode(path, draft)
    os.replace(draft, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system does not do so by itself."""
    with contextlib.suppress(OSError):  # Windows opens no folder, and some disks take no such wish
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Yield a temporary folder. Raise UserError, also for errors of writing into it."""
    try:
        with new_folder() as folder:
            yield folder
    except OSError as error:
        raise UserError(f"there is no temporary folder to work in ({error.strerror})") from error


def _refuse_database(path: Path) -> None:
    """Raise UserError for any database: an export or a sheet must never replace it."""
    if path.is_file():
        with path.open("rb") as there:
            if there.read(len(_DATABASE)) == _DATABASE:
                raise UserError(f"{path}: this is a database; name another file")


def _takes_as_it_comes(path: Path) -> bool:
    """Return True for an existing file in a folder that takes no other one."""
    if not path.exists():
        return False
    folder = path.absolute().parent.resolve()
    handle = folder in _HANDLES or folder.is_relative_to("/proc")
    return handle or not path.is_file() or not os.access(path.resolve().parent, os.W_OK)
