"""A copy of the club's database in one file, and the way back.

The file is an SQLite database like any other that `--db` names, whatever kind the club's own is.
"""

import contextlib
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scorepad.club import files
from scorepad.club.store import Club
from scorepad.errors import UserError


def backup(club: Club, file: str) -> Counter[str]:
    """Copies everything into a new file; how many sessions there are of each state.

    The file is there when it is whole. Raises UserError, also if there is one of this name.
    """
    path = Path(file).absolute()
    if path.exists():
        raise UserError(f"{file}: there is such a file already; name another")
    with files.said(file), files.beside(path) as draft:
        with Club(str(draft)) as copy:
            counts = club.copy_to(copy)
        files.put(draft, path)
    return counts


def restore(club: Club, file: str) -> Counter[str]:
    """Copies everything from such a file; how many sessions there are of each state.

    The file stays as it is, also if an older scorepad made it. Raises UserError, also if the
    club's database has something already.
    """
    path = Path(file)
    if not path.is_file():
        raise UserError(f"{file}: there is no such file")
    with _copied(path) as draft, Club(str(draft)) as copy:
        return copy.copy_to(club)


@contextlib.contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A copy elsewhere, which is gone in the end. Raises UserError."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "backup.db"
            shutil.copyfile(path, copy)
            yield copy
    except OSError as error:
        why = f"cannot be copied to a temporary folder ({error.strerror})"
        raise UserError(f"{path}: {why}") from error
