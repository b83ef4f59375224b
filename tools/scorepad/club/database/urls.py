"""Where a club's database is: what the user names, as a URL; and how it is connected to."""

import warnings
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import NoSuchModuleError, SAWarning, SQLAlchemyError

from scorepad.club.database import sqlite
from scorepad.club.database.named import SCHEME, own_file
from scorepad.errors import UserError

_MOST = 60  # connections beside those of the pool: more than a server of pages has threads


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


def snapshots(url: URL) -> dict[str, str]:
    """Return what tells a connection that all it reads shall be of the same moment."""
    return {} if sqlite.is_sqlite(url) else {"isolation_level": "REPEATABLE READ"}


def engine(url: URL, patience: float) -> Engine:
    """Connections, none of which is made yet. Raises UserError."""
    if sqlite.is_sqlite(url):
        sqlite.check(url)
    driven = _driven(url)
    if sqlite.is_sqlite(url):
        sqlite.prepare(driven, patience)
    return driven


def _driven(url: URL) -> Engine:
    scheme = url.drivername
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SAWarning)  # of what the driver does not know
            return create_engine(url, max_overflow=_MOST, **sqlite.opener(url))
    except NoSuchModuleError as error:
        known = "try sqlite or postgresql"
        raise UserError(f"no kind of database is called {scheme}; {known}") from error
    except ImportError as error:
        needs = f"needs the Python package {error.name}; install it with pip"
        raise UserError(f"a {scheme} database {needs}") from error
    except (SAWarning, TypeError, ValueError) as error:
        wrong = "the parameters of its URL are wrong"
        raise UserError(f"database {shown(url)}: {wrong}") from error
