"""Connections to a club's database, alike for every kind; where a database is."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

AT_ONCE = 1000  # rows, or what has some of them: a club may have more than fit into the memory
Values = Mapping[str, Any]
_NONE: Values = {}


class Lost(Exception):
    """The server has ended the connection."""


class Connection(ABC):
    """A connection of a driver, which begins no transaction by itself.

    TYPES: types of schema.sql, as regular expressions, and what the database calls them
    READ, WRITE: how a transaction begins that only reads, and one in which nobody else writes
    """

    TYPES: ClassVar[Mapping[str, str]]
    READ: ClassVar[Sequence[str]]
    WRITE: ClassVar[Sequence[str]]

    def __init__(self, raw: Any):
        self.raw = raw
        self._streams = list[Any]()

    def execute(self, sql: str, values: Values = _NONE) -> Any:
        """Execute a statement, with its values by name, as `:name`. Return the driver's cursor."""
        return self.raw.execute(self.translate(sql), values)

    def execute_many(self, sql: str, rows: Sequence[Values]) -> None:
        """Execute a statement with the values of each of these rows."""
        self.raw.cursor().executemany(self.translate(sql), rows)

    def stream(self, sql: str, values: Values) -> Any:
        """Execute a SELECT of more rows than fit into the memory. Return the driver's cursor."""
        cursor = self.make_stream()
        self._streams.append(cursor)
        return cursor.execute(self.translate(sql), values)

    def make_stream(self) -> Any:
        """Return a cursor that does not fetch all rows at once."""
        return self.raw.cursor()

    @staticmethod
    def translate(sql: str) -> str:
        """Return a statement as the driver takes it."""
        return sql

    @abstractmethod
    def list_tables(self) -> list[str]:
        """Return the names of all tables."""

    @abstractmethod
    def read_marker(self) -> object:
        """Return something that is different after another connection has committed."""

    def is_current(self) -> bool:
        """Return True if the connection leads to what is there now."""
        return True

    def is_lost(self) -> bool:
        """Return True if the server has ended the connection."""
        return False

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()

    def end(self, sql: str) -> None:
        """End the transaction with COMMIT or ROLLBACK.

        First end what was not read to its end: it would keep others from writing.
        """
        while self._streams:
            self._streams.pop().close()
        self.execute(sql)


class Connections:
    """Connections, made when they are needed and used again by whatever thread is next.

    error: the driver's exception, after which a connection is not used again
    """

    def __init__(self, connect: Callable[[], Connection], error: type[Exception]):
        self._connect, self._error, self._idle = connect, error, list[Connection]()

    @contextlib.contextmanager
    def transaction(self, writes: bool = False) -> Iterator[Connection]:
        """Keep all that is done meanwhile, or nothing if that raises an error. Raise Lost."""
        connection, good = self._begin(writes), False
        try:
            yield connection
            connection.end("COMMIT" if writes else "ROLLBACK")
            good = True
        except BaseException as error:
            if connection.is_lost():
                raise Lost from error
            with contextlib.suppress(Exception):  # where there is none any more
                connection.end("ROLLBACK")
                good = not isinstance(error, self._error)
            raise
        finally:
            if good:
                self._idle.append(connection)
            else:
                connection.close()

    def _begin(self, writes: bool) -> Connection:
        """Return a connection with a new transaction. Raise Lost if that of a new one is lost."""
        while True:
            idle = self._take()
            connection = idle or self._connect()
            try:
                for sql in connection.WRITE if writes else connection.READ:
                    connection.execute(sql)
            except BaseException as error:
                lost = connection.is_lost()
                connection.close()
                if not lost:
                    raise
                if not idle:  # nothing has been done yet: lost idle ones do no harm
                    raise Lost from error
            else:
                return connection

    def _take(self) -> Connection | None:
        with contextlib.suppress(IndexError):  # other threads take them too
            while True:
                connection = self._idle.pop()
                if connection.is_current():
                    return connection
                connection.close()
        return None

    def close(self) -> None:
        """Close those that nobody uses."""
        with contextlib.suppress(IndexError):
            while True:
                self._idle.pop().close()


class Location(ABC):
    """The place of a club's database.

    name: what messages call it, without passwords
    file: the SQLite file, None on a server
    Error, Conflict: the driver's exceptions; `Conflict`: of rows that somebody else has written
    """

    name: str
    file: Path | None = None
    Error: type[Exception]
    Conflict: type[Exception]

    @abstractmethod
    def connect(self) -> Connection:
        """Return a new connection. Raise Error, OSError, UserError."""

    @property
    @abstractmethod
    def folder(self) -> Path:
        """The database's folder; for a server, that of the user's own database."""

    @abstractmethod
    def explain(self, message: str) -> str:
        """Return what a message of the driver means to users, in one line without passwords."""

    def is_missing(self) -> bool:
        """Return True if there is no file to be opened."""
        return False

    def make_empty(self) -> None:  # noqa: B027  # a server has nothing to make
        """Make the file, which opening alone never does; where that fails, opening says why."""

    def remove_empty(self) -> None:  # noqa: B027
        """Remove a file that has nothing in it."""
