"""A copy of the club's database in one file, and the way back.

The file is an SQLite database like any other that `--db` names, whatever kind the club's own is.
"""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from itertools import count
from pathlib import Path

from scorepad import files
from scorepad.club.database.opening import Absent, NoDatabase
from scorepad.club.records.store import Club, Copied
from scorepad.errors import Unknown, UserError
from scorepad.language import text
from scorepad.scratch import new_folder
from scorepad.steps import Steps, show_nothing


def backup(club: Club, file: str, steps: Steps = show_nothing) -> Copied:
    """Copies everything into a new file.

    The file is there when it is whole, and only its owner can read it. Raises UserError, also if
    there is one of this name, or the club is damaged.
    """
    path = _path(file)
    if path.exists():
        raise UserError(
            text("There is a file {file} already; choose another name.", file=file), "file"
        )
    club.check_values(steps)
    with files.report_write_errors(file), files.beside(path) as draft:
        with Club(str(draft), name=file) as copy:
            copied = club.copy_to(copy, steps=steps)
        files.replace_file(draft, path)
    return copied


def restore(
    club: Club,
    file: str,
    keep: Callable[[], object] | None = None,
    steps: Steps = show_nothing,
) -> Copied:
    """Copies everything from such a file.

    The file stays as it is. Raises UserError, also if the club's database has something already;
    with `keep` that goes after this was called.
    """
    path = _path(file)
    if not path.is_file():
        raise Unknown(text("There is no file {file}.", file=file), "file")
    with _copied(path, file) as draft, _open_draft(draft, file) as copy, copy.explaining():
        copy.check_values(steps)
        return copy.copy_to(club, keep, steps)


def set_aside(club: Club, steps: Steps = show_nothing) -> Path:
    """Copies everything into a new file beside the club's database. Raises UserError."""
    path = new_file(club.folder, "before-restore", "db")
    backup(club, str(path), steps)
    return path


def new_file(folder: Path, name: str, kind: str) -> Path:
    """Return how a file of today may be called of which there is none yet."""
    path = folder / f"{name}-{date.today()}.{kind}"
    for number in count(2):
        if not path.exists():
            break
        path = folder / f"{name}-{date.today()}-{number}.{kind}"
    return path


def _path(file: str) -> Path:
    path = Path(file).absolute()
    if path.is_dir():
        raise UserError(text("{file} is a folder; name a file in it.", file=file), "file")
    return path


def _open_draft(draft: Path, file: str) -> Club:
    """The copy of a backup, with nothing in it but what Scorepad writes.

    Raises UserError if it is none, or not whole, as what a full stick has kept.
    """
    try:
        return Club(str(draft), absent=Absent.REFUSE, name=file, foreign=True)
    except NoDatabase as error:
        empty = text("{file} is empty, and no backup; restore an earlier one.", file=file)
        raise UserError(empty, "file") from error


@contextlib.contextmanager
def _copied(path: Path, file: str) -> Iterator[Path]:
    try:
        with new_folder() as folder:
            copy = folder / "backup.db"
            shutil.copyfile(path, copy)
            yield copy
    except OSError as error:
        about = {"file": file, "why": error.strerror}
        wrong = text("{file} cannot be copied to a temporary folder ({why}).", **about)
        raise UserError(wrong, "file") from error
