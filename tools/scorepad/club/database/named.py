"""Which database is meant: what the command line, else the environment, else nobody names."""

import argparse
import os
import re
from pathlib import Path

import platformdirs

from scorepad.errors import UserError

ENVIRONMENT = "SCOREPAD_DB"
SCHEME = re.compile(r"([A-Za-z][\w+.-]*)(?:://|(?<=..):)")  # one letter may be a drive


def named(given: argparse.Namespace) -> str | None:
    """What is named; None: nothing, so it is the user's own file."""
    where: str | None = getattr(given, "db", None)
    return os.environ.get(ENVIRONMENT) or None if where is None else where


def own_file() -> Path:
    """The user's own database; its folder is made. Raises UserError."""
    try:
        folder = platformdirs.user_data_path("scorepad", appauthor=False, ensure_exists=True)
    except OSError as error:
        raise UserError(
            f"{error.filename}: the folder for the club's database cannot be made "
            f"({error.strerror}); name a database with --db"
        ) from error
    return folder / "club.db"
