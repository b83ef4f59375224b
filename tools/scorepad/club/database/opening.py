"""Open the club's database: find it, make its tables, say what is wrong."""

import contextlib
import struct
import threading
import traceback
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, Select, column, select, table
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from scorepad.club.database import checking, sqlite
from scorepad.club.database.named import VERSION_TABLE
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Base
from scorepad.club.database.tables import has_tables, make_tables
from scorepad.club.database.urls import engine, folder_of, passwords, shown, snapshots, url_of
from scorepad.errors import UserError
from scorepad.steps import Steps, show_nothing

_GONE = "the club's file is gone from {file}; put it back there, and everything goes on"
_UNFORESEEN = (  # what a command raises that was given rows which nobody could have entered
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError),
    *(TypeError, ValueError, struct.error),
)
_LOST = "the server has ended the connection; do it again when it is there"

_TURN: Select[Any] = (
    select(column("version_num")).select_from(table(VERSION_TABLE)).with_for_update()
)

# Another answer after every commit of another connection; it may be another one without any.
_QUESTIONS = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_wal_insert_lsn()",
}


class Absent(Enum):
    """What to do if there is no database."""

    MAKE = "make"  # it, at once
    LATER = "later"  # it is made by what is first written; until then it reads as an empty one
    EMPTY = "empty"  # it reads as an empty one, and takes nothing
    REFUSE = "refuse"  # raise NoDatabase


class NoDatabase(UserError):
    """There is none, and this is no occasion to make one."""


class Trouble(UserError):
    """A database that cannot be reached, read or written now."""

    status = 503


class Busy(Trouble):
    """Another program has written the same rows a moment earlier: look again."""


class Database:
    """An open database with the tables of this version.

    `where`: a URL, the path of an SQLite file, or None for the user's own. `patience`: seconds
    to wait for another program that writes. `absent`: what to do if there is none; `announce` is
    called with its name when one was made. `name`: what messages call it, "" = what it is named
    by. `foreign`: its tables are checked before anything is done with it. Raises UserError.
    """

    def __init__(
        self,
        where: str | None,
        patience: float,
        absent: Absent = Absent.MAKE,
        announce: Callable[[str], None] = lambda name: None,
        name: str = "",
        foreign: bool = False,
    ):
        self._foreign, self._absent, self._announce = foreign, absent, announce
        self._is_there, self._making = False, threading.Lock()
        self._url = url_of(where)
        self.name = name or shown(self._url)
        with self.said():
            self._engine = engine(self._url, patience)
            self._writing = self._engine.execution_options(**{sqlite.WRITES: True})
            self._snapshots = self._real = self._engine.execution_options(**snapshots(self._url))
            self._no_file = sqlite.is_missing(self._url)
        self._is_there = True
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def folder(self) -> Path:
        """Where it is, on this machine. Raises UserError."""
        return folder_of(self._url)

    def begin(self) -> None:
        """Makes it if there is none yet. Raises UserError."""
        if not self._is_there:
            with self.writing():
                pass

    def check_values(self, steps: Steps = show_nothing) -> None:
        """Raise UserError if it is a damaged SQLite file, or has a value of a wrong type."""
        if self._is_there and (file := sqlite.file_of(self._url)):
            checking.check_values(file, self.name, steps)

    @contextlib.contextmanager
    def explaining(self) -> Iterator[None]:
        """Raise UserError instead of what nobody has foreseen, which the rows may have caused."""
        try:
            yield
        except (UserError, UnicodeError):
            raise
        except _UNFORESEEN as error:
            self.check_values()
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {Path(at.filename).name}:{at.lineno}"
            raise Trouble(
                f"database {self.name}: this command makes no sense of what is in it ({what}); "
                "if Scorepad alone has written to it, please tell us"
            ) from error

    def close(self) -> None:
        self._engine.dispose()

    @contextlib.contextmanager
    def looking(self) -> Iterator[Callable[[], object]]:
        """What returns another answer when a program has changed it. Raises UserError."""
        with self.said(), _looking(self._engine) as marker:
            yield marker

    @contextlib.contextmanager
    def reading(self) -> Iterator[Rows]:
        """A transaction that changes nothing; meanwhile others do not for it. Raises UserError."""
        with self.said(), Rows(self._snapshots, expire_on_commit=False) as rows:
            yield rows

    @contextlib.contextmanager
    def writing(self) -> Iterator[Rows]:
        """A transaction: what is done in it happens wholly or not at all.

        It makes the database if there is none yet. Raises UserError; Busy if another program has
        just written the same rows.
        """
        with self._being_made(), self.said(), Rows(self._writing) as rows, rows.begin():
            if not self._is_there and not has_tables(rows.connection(), self.name):
                make_tables(rows.connection())
            yield rows

    @contextlib.contextmanager
    def writing_in_turn(self) -> Iterator[Rows]:
        """The same, after whoever writes now: what it reads is what it will still be.

        SQLite has one writer anyhow; a server would let two decide from what they read before.
        """
        with self.writing() as rows:
            rows.execute(_TURN)
            yield rows

    @contextlib.contextmanager
    def said(self) -> Iterator[None]:
        """Turns what the database complains about into a UserError."""
        try:
            yield
        except IntegrityError as error:
            raise Busy(f"database {self.name}: another program keeps changing it") from error
        except UnicodeEncodeError as error:
            raise UserError(
                "a name or a text that was given is not UTF-8; type it again, in UTF-8"
            ) from error
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            if self._is_there and sqlite.is_missing(self._url):
                raise Trouble(_GONE.format(file=self.name)) from error
            raise Trouble(f"database {self.name}: {self._reason(error)}") from error

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
            with self.said(), self._engine.connect():
                pass
        except (ImportError, TypeError, ValueError) as error:
            raise UserError(f"database {self.name}: {self._reason(error)}") from error

    def _open(self) -> None:
        if self._no_file or not self._has_tables():
            self._do_without()
            if self._absent is Absent.MAKE:
                self._make()

    def _has_tables(self) -> bool:
        self._reach()
        with self.reading() as rows:
            return has_tables(rows.connection(), self.name, self._foreign)

    def _do_without(self) -> None:
        """What is read until it is made. Raises NoDatabase."""
        if self._absent is Absent.REFUSE:
            raise self._none()
        self._is_there = False
        if self._absent is not Absent.MAKE:
            empty = sqlite.in_memory()
            with self.said():
                Base.metadata.create_all(empty)
            self._snapshots = empty.execution_options()

    def _none(self) -> NoDatabase:
        begin = (
            "is the name right? `scorepad serve`, `event new` and `club import` begin a new one"
        )
        return NoDatabase(f"database {self.name}: there is none; {begin}")

    @contextlib.contextmanager
    def _being_made(self) -> Iterator[None]:
        """Around what is written: if there was no database, there is one afterwards, or none."""
        if self._is_there:
            yield
            return
        if self._absent is Absent.EMPTY:
            raise self._none()
        with self._making:  # of threads that begin at once one makes it
            if self._is_there:
                yield
                return
            try:
                sqlite.make_empty(self._url)
                self._reach()
                yield
            except BaseException:
                self.close()
                if self._no_file:  # unless another program has put something in
                    sqlite.remove_empty(self._url)
                raise
            self._arrive()
            self._announce(self.name)

    def _arrive(self) -> None:
        self._is_there, self._snapshots = True, self._real

    def _make(self) -> None:
        """Make it; another program may have been faster on a server where both can begin."""
        try:
            self.begin()
        except UserError:
            if sqlite.is_sqlite(self._url):
                raise
            with self.said(), Rows(self._real) as rows:
                if not has_tables(rows.connection(), self.name):
                    raise
            self._arrive()


@contextlib.contextmanager
def _looking(engine: Engine) -> Iterator[Callable[[], object]]:
    """What returns another answer when the database has changed, in this thread alone.

    Of another kind of database it is the same one always. It raises DBAPIError.
    """
    question = _QUESTIONS.get(engine.dialect.name)
    if question is None:
        yield lambda: None
        return
    connection = engine.connect().connection
    try:

        def marker() -> object:
            try:
                if sqlite.is_elsewhere(connection.info):
                    raise engine.dialect.loaded_dbapi.OperationalError("the file was moved")
                cursor = connection.cursor()
                cursor.execute(question)
                found = cursor.fetchone()
                connection.rollback()
            except engine.dialect.loaded_dbapi.Error as error:
                # The driver's own error, which SQLAlchemy has not seen, is none of its kind.
                raise DBAPIError(question, (), error) from error
            return found

        yield marker
    finally:
        connection.invalidate()
