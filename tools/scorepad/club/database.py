"""Opens the club's database: finds it, makes or upgrades its tables, says what is wrong."""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    Engine,
    Select,
    column,
    create_engine,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    SAWarning,
    SQLAlchemyError,
)
from sqlalchemy.orm import Session

from scorepad.club import sqlite
from scorepad.club.schema import VERSION, VERSION_TABLE
from scorepad.club.urls import passwords, shown, url_of
from scorepad.errors import UserError

_MIGRATIONS = Path(__file__).with_name("migrations")
_LOST = "the server has ended the connection; do it again when it is there"

_TURN: Select[Any] = (
    select(column("version_num")).select_from(table(VERSION_TABLE)).with_for_update()
)


class Busy(UserError):
    """Another program has written the same rows a moment earlier: look again."""


class Database:
    """An open database with the tables of this version.

    `where`: a URL, the path of an SQLite file, or None for the user's own. `patience`: seconds
    to wait for another program that writes. `rebuild`: makes what follows from the truth anew,
    after an upgrade and in the same transaction. Raises UserError.
    """

    def __init__(self, where: str | None, patience: float, rebuild: Callable[[Session], object]):
        self._rebuild = rebuild
        self._url = url_of(where)
        self.name = shown(self._url)
        with self._said():
            self._engine = _engine(self._url, patience)
            self._writing = self._engine.execution_options(**{sqlite.WRITES: True})
            self._snapshots = self._engine.execution_options(**_snapshots(self._url))
        try:
            self._reach()
            self._upgrade()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends all connections."""
        self._engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing; meanwhile others do not for it. Raises UserError."""
        with self._said(), Session(self._snapshots, expire_on_commit=False) as rows:
            yield rows

    @contextlib.contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction: what is done in it happens wholly or not at all.

        Raises UserError; Busy if another program has just written the same rows.
        """
        with self._said(), Session(self._writing) as rows, rows.begin():
            yield rows

    @contextlib.contextmanager
    def writing_in_turn(self) -> Iterator[Session]:
        """The same, after whoever writes now: what it reads is what it will still be.

        SQLite has one writer anyhow; a server would let two decide from what they read before.
        """
        with self.writing() as rows:
            rows.execute(_TURN)
            yield rows

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        """Turns what the database complains about into a UserError."""
        try:
            yield
        except IntegrityError as error:
            raise Busy(f"database {self.name}: another program keeps changing it") from error
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            raise UserError(f"database {self.name}: {self._reason(error)}") from error

    def _reason(self, error: Exception) -> str:
        """One line without passwords, whatever the driver says."""
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return _LOST
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        line = " ".join(str(cause).split()) or type(cause).__name__
        for password in passwords(self._url):
            line = line.replace(password, "***")
        return (sqlite.is_sqlite(self._url) and sqlite.trouble(line)) or line

    def _reach(self) -> None:
        """Connects for the first time, where a driver may stumble over the URL."""
        try:
            with self._said(), self._engine.connect():
                pass
        except (ImportError, TypeError, ValueError) as error:
            raise UserError(f"database {self.name}: {self._reason(error)}") from error

    def _upgrade(self) -> None:
        with self.reading() as rows:
            if self._version(rows.connection()) == VERSION:
                return
        try:
            self._migrate()
        except UserError:
            # Another program may have been faster on a server where both can begin.
            with self.reading() as rows:
                if self._version(rows.connection()) != VERSION:
                    raise

    def _migrate(self) -> None:
        with self.writing() as rows:
            self._version(rows.connection())
            config = _alembic()
            config.attributes["connection"] = rows.connection()
            command.upgrade(config, "head")
            self._rebuild(rows)

    def _version(self, connection: Connection) -> str | None:
        """Version of the tables, None if there are none. Raises UserError unless it is ours."""
        tables = inspect(connection).get_table_names()
        if not tables:
            return None
        found = None
        if VERSION_TABLE in tables:
            found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
        if found is None:
            raise UserError(f"database {self.name}: it belongs to another program; name another")
        if found not in _revisions():
            raise UserError(
                f"database {self.name}: a newer scorepad made it (version {found}, this one "
                f"reads up to {VERSION}); install that one"
            )
        return str(found)


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _revisions() -> set[str]:
    """All versions that this program can upgrade from."""
    scripts = ScriptDirectory.from_config(_alembic())
    return {script.revision for script in scripts.walk_revisions()}


def _snapshots(url: URL) -> dict[str, str]:
    """What a connection needs to be told so that all it reads is of the same moment."""
    return {} if sqlite.is_sqlite(url) else {"isolation_level": "REPEATABLE READ"}


def _engine(url: URL, patience: float) -> Engine:
    """Connections, none of which is made yet. Raises UserError."""
    if sqlite.is_sqlite(url):
        sqlite.check(url)
    engine = _driven(url)
    if sqlite.is_sqlite(url):
        sqlite.prepare(engine, patience)
    return engine


def _driven(url: URL) -> Engine:
    scheme = url.drivername
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SAWarning)  # of what the driver does not know
            return create_engine(url)
    except NoSuchModuleError as error:
        known = "try sqlite or postgresql"
        raise UserError(f"no kind of database is called {scheme}; {known}") from error
    except ImportError as error:
        needs = f"needs the Python package {error.name}; install it with pip"
        raise UserError(f"a {scheme} database {needs}") from error
    except (SAWarning, TypeError, ValueError) as error:
        wrong = "the parameters of its URL are wrong"
        raise UserError(f"database {shown(url)}: {wrong}") from error
