"""Connects to a database with the driver for its URL."""

import warnings

from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import NoSuchModuleError, SAWarning

from scorepad.club.database import sqlite
from scorepad.club.database.urls import shown
from scorepad.errors import UserError

_MOST = 60  # connections beside those of the pool: more than a server of pages has threads


def snapshots(url: URL) -> dict[str, str]:
    """What a connection needs to be told so that all it reads is of the same moment."""
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
            return create_engine(url, max_overflow=_MOST)
    except NoSuchModuleError as error:
        known = "try sqlite or postgresql"
        raise UserError(f"no kind of database is called {scheme}; {known}") from error
    except ImportError as error:
        needs = f"needs the Python package {error.name}; install it with pip"
        raise UserError(f"a {scheme} database {needs}") from error
    except (SAWarning, TypeError, ValueError) as error:
        wrong = "the parameters of its URL are wrong"
        raise UserError(f"database {shown(url)}: {wrong}") from error
