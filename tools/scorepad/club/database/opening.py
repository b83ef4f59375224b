"""Open the club's database: find it, make its tables, say what is wrong."""

import contextlib
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Self

from scorepad.club.database.connection import Connection, Connections, Lost
from scorepad.club.database.rows import Rows
from scorepad.club.database.sqlite import connect_empty
from scorepad.club.database.tables import has_tables, make_tables
from scorepad.club.database.urls import find_location
from scorepad.errors import UserError
from scorepad.steps import Steps, show_nothing

PATIENCE_S = 10.0  # more than the slowest of twenty tablets that are synced at once takes
_GONE = "the club's file is gone from {file}; put it back there, and everything goes on"
_UNFORESEEN = (  # what a command raises that was given rows which nobody could have entered
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError),
    *(TypeError, ValueError, struct.error),
)
_LOST = "the server has ended the connection; do it again when it is there"


class Absent(Enum):
    """The actions if there is no database."""

    MAKE = "make"  # it, at once
    LATER = "later"  # it is made by what is first written; until then it reads as an empty one
    EMPTY = "empty"  # it reads as an empty one, and takes nothing
    REFUSE = "refuse"  # raise NoDatabase


class NoDatabase(UserError):
    """The database does not exist and must not be created here."""


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
        where: str | None = None,
        patience: float = PATIENCE_S,
        absent: Absent = Absent.MAKE,
        announce: Callable[[str], None] = lambda name: None,
        name: str = "",
        foreign: bool = False,
    ):
        self._foreign, self._absent, self._announce = foreign, absent, announce
        self._making = threading.Lock()
        self._location = find_location(where, patience)
        self.name = name or self._location.name
        location = self._location
        self._connections = self._readers = Connections(location.connect, location.Error)
        self._is_there, self._no_file = True, self._location.is_missing()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The folder of the database on this machine. Raise UserError."""
        return self._location.folder

    def begin(self) -> None:
        """Makes it if there is none yet. Raises UserError."""
        if not self._is_there:
            with self.writing():
                pass

    def check_values(self, steps: Steps = show_nothing) -> None:
        """Raise UserError if it is a damaged SQLite file, or has a value of a wrong type."""
        if self._is_there and self._location.file:
            from scorepad.club.database.checking import check_values  # noqa: PLC0415  # rarely needed

            check_values(self._location.file, self.name, steps)

    @contextlib.contextmanager
    def explaining(self) -> Iterator[None]:
        """Raise UserError instead of what nobody has foreseen, which the rows may have caused."""
        try:
            yield
        except (UserError, UnicodeError):
            raise
        except _UNFORESEEN as error:
            import traceback  # noqa: PLC0415  # it takes long to load

            self.check_values()
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {Path(at.filename).name}:{at.lineno}"
            raise Trouble(
                f"database {self.name}: this command makes no sense of what is in it ({what}); "
                "if Scorepad alone has written to it, please tell us"
            ) from error

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._connections.close()
        self._readers.close()

    @contextlib.contextmanager
    def looking(self) -> Iterator[Callable[[], object]]:
        """Yield what returns another answer after another program has changed something.

        For this thread alone; it may be another answer without any change. Raise UserError.
        """
        with self.said(), contextlib.closing(self._location.connect()) as connection:
            yield connection.read_marker

    @contextlib.contextmanager
    def reading(self) -> Iterator[Rows]:
        """Begin a transaction that changes nothing, and sees no changes. Raise UserError."""
        with self.said(), self._readers.transaction() as connection:
            yield Rows(connection)

    def ask(self, sql: str, values: dict[str, Any]) -> Sequence[Sequence[Any]]:
        """Return all rows of an SQL statement. Raise UserError."""
        with self.reading() as rows:
            return rows.all(sql, **values)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Rows]:
        """Begin a transaction: what is done in it happens wholly or not at all.

        It waits for whoever writes now: what it reads is what it will still be. It makes the
        database if there is none yet. Raise UserError.
        """
        with (
            self._being_made(),
            self.said(),
            self._connections.transaction(writes=True) as connection,
        ):
            if not self._is_there and not has_tables(connection, self.name):
                make_tables(connection)
            yield Rows(connection)

    @contextlib.contextmanager
    def said(self) -> Iterator[None]:
        """Turns what the database complains about into a UserError."""
        try:
            yield
        except self._location.Conflict as error:
            raise Busy(f"database {self.name}: another program keeps changing it") from error
        except UnicodeEncodeError as error:
            raise UserError(
                "a name or a text that was given is not UTF-8; type it again, in UTF-8"
            ) from error
        except Lost as error:
            raise Trouble(f"database {self.name}: {_LOST}") from error
        except (self._location.Error, OSError, UnicodeError) as error:
            if self._is_there and self._location.is_missing():
                raise Trouble(_GONE.format(file=self.name)) from error
            line = " ".join(str(error).split()) or type(error).__name__
            raise Trouble(f"database {self.name}: {self._location.explain(line)}") from error

    def _open(self) -> None:
        if self._no_file or not self._has_tables():
            self._do_without()
            if self._absent is Absent.MAKE:
                self.begin()

    def _has_tables(self) -> bool:
        with self.said(), self._connections.transaction() as connection:
            found = has_tables(connection, self.name)
            if found and self._foreign and self._location.file:
                from scorepad.club.database.checking import check_tables  # noqa: PLC0415

                check_tables(connection.raw, self.name)
        return found

    def _do_without(self) -> None:
        """Read an empty database until this one is made. Raise NoDatabase."""
        if self._absent is Absent.REFUSE:
            raise self._none()
        self._is_there = False
        if self._absent is not Absent.MAKE:
            self._readers = Connections(_connect_empty, sqlite3.Error)

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
                self._location.make_empty()
                yield
            except BaseException:
                self.close()
                if self._no_file:  # unless another program has put something in
                    self._location.remove_empty()
                raise
            self._arrive()
            self._announce(self.name)

    def _arrive(self) -> None:
        self._is_there, self._readers = True, self._connections


def _connect_empty() -> Connection:
    connection = connect_empty()
    make_tables(connection)
    return connection
