"""Where a club's database is: what the user names, as a URL, and what is shown of it."""

import re
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from scorepad.club import sqlite
from scorepad.errors import UserError

_SCHEME = re.compile(r"([A-Za-z][\w+.-]*)(?:://|(?<=..):)")  # one letter may be a drive


def url_of(where: str | None) -> URL:
    """The URL of what `--db` names, None: of the user's own file. Raises UserError."""
    if where is None:
        return _own()
    if not where or "\0" in where:
        raise UserError("the database has no name: give a file or a URL")
    scheme = _SCHEME.match(where)
    if not scheme:
        return URL.create("sqlite", database=str(Path(where).absolute()))
    try:
        return _with_driver(make_url(where))
    except (SQLAlchemyError, ValueError) as error:  # the message might repeat the password
        raise UserError(
            f"the database URL {scheme[1]}:... cannot be read; "
            "it is like sqlite:///club.db or postgresql://user@host/club"
        ) from error


def _with_driver(url: URL) -> URL:
    """The driver that is installed with scorepad[postgresql], where the URL names none."""
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def _own() -> URL:
    """The user's own file; its folder is made."""
    try:
        folder = platformdirs.user_data_path("scorepad", appauthor=False, ensure_exists=True)
    except OSError as error:
        raise UserError(
            f"{error.filename}: the folder for the club's database cannot be made "
            f"({error.strerror}); name a database with --db"
        ) from error
    return URL.create("sqlite", database=str(folder / "club.db"))


def shown(url: URL) -> str:
    """The URL, or the path of an SQLite file, without passwords."""
    if sqlite.is_plain(url):
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)


def passwords(url: URL) -> list[str]:
    """The user's, and what a driver may be given as a parameter."""
    query = url.normalized_query.items()
    given = [value for name, values in query if "pass" in name for value in values]
    return [str(password) for password in (url.password, *given) if password]
