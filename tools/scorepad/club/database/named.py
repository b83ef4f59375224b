"""Which database is meant: what the command line, else the environment, else nobody names."""

import argparse
import os
import re
from pathlib import Path

from scorepad.errors import UserError

ENVIRONMENT = "SCOREPAD_DB"
VERSION, VERSION_TABLE = "1", "scorepad_version"  # of the tables (schema.sql), and where it stands
_OWN = "club.db"
SCHEME = re.compile(r"([A-Za-z][\w+.-]*)(?:://|(?<=..):)")  # one letter may be a drive


def named(given: argparse.Namespace) -> str | None:
    """Return the database the user has named, or None for the user's own file."""
    where: str | None = getattr(given, "db", None)
    return os.environ.get(ENVIRONMENT) or None if where is None else where


def is_there(where: str | None) -> bool:
    """Return True if there may be a database: the file exists, or it is on a server."""
    file = file_named(where)
    try:
        return file is None or file.exists()
    except (OSError, ValueError):
        return True  # what is wrong with it says whoever opens it


def file_named(where: str | None) -> Path | None:
    """Return the file that is named, None: the user's own; None if it is on a server."""
    if where is None:
        return _folder() / _OWN
    return None if SCHEME.match(where) else Path(where)


def own_file() -> Path:
    """The user's own database; its folder is made. Raises UserError."""
    try:
        folder = _folder(ensure_exists=True)
    except OSError as error:
        raise UserError(
            f"{error.filename}: the folder for the club's database cannot be made "
            f"({error.strerror}); name a database with --db"
        ) from error
    return folder / _OWN


def _folder(ensure_exists: bool = False) -> Path:
    import platformdirs  # noqa: PLC0415  # most databases are named

    return platformdirs.user_data_path("scorepad", appauthor=False, ensure_exists=ensure_exists)
