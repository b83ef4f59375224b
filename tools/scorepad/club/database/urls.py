"""Where a club's database is: what the user names, as a URL, and what is shown of it."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from scorepad.club.database import sqlite
from scorepad.club.database.named import SCHEME, own_file
from scorepad.errors import UserError


def url_of(where: str | None) -> URL:
    """The URL of what `--db` names, None: of the user's own file. Raises UserError."""
    if where is None:
        return URL.create("sqlite", database=str(own_file()))
    if not where or "\0" in where:
        raise UserError("the database has no name: give a file or a URL")
    scheme = SCHEME.match(where)
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


def shown(url: URL) -> str:
    """The URL, or the path of an SQLite file, without passwords."""
    if sqlite.is_plain(url):
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)


def folder_of(url: URL) -> Path:
    """Where the database's file is; of one on a server, where the user's own would be."""
    if sqlite.is_plain(url):
        return Path(str(url.database)).absolute().parent
    return own_file().parent


def passwords(url: URL) -> list[str]:
    """The user's, and what a driver may be given as a parameter."""
    query = url.normalized_query.items()
    given = [value for name, values in query if "pass" in name for value in values]
    return [str(password) for password in (url.password, *given) if password]
