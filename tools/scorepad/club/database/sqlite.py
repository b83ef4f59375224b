"""SQLite: how a club's file is opened, what it must not do, and how it says what is wrong."""

import contextlib
import sqlite3
from os.path import isdir
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote

from scorepad.club.database.connection import Connection, Location
from scorepad.errors import UserError

_LONGEST = 1 << 24  # bytes of a row
_READ_ONLY = "mode=ro"  # as SQLite has it (sqlite.org/uri.html)
_DAMAGED = (
    "the file is damaged; if it is a backup, take another one; if it is the club's own, move it "
    "away, then `scorepad club restore BACKUP`, with the same --db, makes a new one of the newest"
)
_TROUBLES = (
    ("database is locked", "another program is writing to it; try again when that is done"),
    ("file is not a database", "this file is no database; name another"),
    ("malformed", _DAMAGED),
    ("readonly", "it is read-only; make it writable or name another"),
    ("disk is full", "the disk is full; make room and try again"),
    ("disk i/o error", "the disk cannot be read or written"),
    ("unable to open", "it cannot be opened or made; are folder and permissions right?"),
)


def explain(message: str) -> str:
    """Return what SQLite's message means to users, itself if it is none of the usual ones."""
    lower = message.lower()
    return next((meaning for sign, meaning in _TROUBLES if sign in lower), message)


class SqliteConnection(Connection):
    """A connection to a file, None: to an empty database in the memory.

    A file that was moved stays open and can be read for ever, so a connection whose file is no
    longer at its path is replaced by one to what is there.

    The driver would begin a transaction only at the first change; two programs that have both
    read before could then never write. So a writer asks for its turn before it reads.
    """

    TYPES: ClassVar = {"FLAG": "INTEGER", "INSTANT": "TEXT", "SERIAL": "INTEGER"}
    READ, WRITE = ("BEGIN",), ("BEGIN IMMEDIATE",)

    def __init__(self, raw: sqlite3.Connection, file: Path | None):
        super().__init__(raw)
        self._file, self._opened = file, _inode(file)

    def list_tables(self) -> list[str]:
        """Return the names of all tables but SQLite's own."""
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
        return [name for (name,) in self.execute(sql)]

    def read_marker(self) -> object:
        """Return something that is different after another connection has committed."""
        if not self.is_current():
            raise sqlite3.OperationalError("the file was moved")
        return self.execute("PRAGMA data_version").fetchone()

    def is_current(self) -> bool:
        """Return True if the file is still at its path."""
        return _inode(self._file) == self._opened


def _inode(file: Path | None) -> int:
    with contextlib.suppress(OSError):
        return file.stat().st_ino if file else 0
    return 0


def restrain(raw: sqlite3.Connection) -> None:
    """Bound what the file of a connection can make SQLite do, whoever has written it."""
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    raw.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    raw.execute("PRAGMA trusted_schema = OFF")
    raw.execute("PRAGMA cell_size_check = ON")


def connect_empty() -> SqliteConnection:
    """Return a connection to a database in the memory, without tables."""
    raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    return SqliteConnection(raw, None)


class SqliteFile(Location):
    """A file; `query`: "" or `mode=ro`, to read only; patience: seconds to wait for its turn.

    Raise UserError where SQLite's own message would not help.
    """

    Error, Conflict = sqlite3.Error, sqlite3.IntegrityError
    file: Path

    def __init__(self, path: str, query: str = "", patience: float = 0):
        if not path or path == ":memory:":
            raise UserError("a database in memory is gone when the command ends; name a file")
        self.file = Path(path).absolute()
        self.name, self._patience = path, patience
        if query not in ("", _READ_ONLY):
            raise UserError(f"database {path}: the parameters of its URL are wrong")
        self._address = f"{self.file.as_uri()}?{query or 'mode=rw'}"
        self._may_make = query != _READ_ONLY
        try:
            self.file.stat()
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            pass
        except OSError as error:  # a name that is too long
            raise UserError(f"database {path}: {error.strerror}") from error
        if isdir(self.file):  # unlike is_dir, False where nobody may look
            raise UserError(f"{path}: this is a directory; name a database file in it")
        if not isdir(self.folder):
            raise UserError(f"{path}: there is no such folder; make it or name another")

    @property
    def folder(self) -> Path:
        """The folder of the database's file."""
        return self.file.parent

    def connect(self) -> Connection:
        """Open the file, and never make one by that.

        A commit outlives a power cut: tablets are told of it, and may erase what they were told is
        safe. Without EXTRA the end of its journal may not be on the disk yet, and is undone then.
        """
        raw = sqlite3.connect(
            self._address,
            timeout=self._patience,
            isolation_level=None,  # the driver begins nothing by itself
            check_same_thread=False,
            uri=True,
        )
        try:
            restrain(raw)
            raw.execute("PRAGMA foreign_keys = ON")
            raw.execute("PRAGMA synchronous = EXTRA")
        except BaseException:
            raw.close()
            raise
        return SqliteConnection(raw, self.file)

    def explain(self, message: str) -> str:
        """Return what SQLite's message means to users."""
        return explain(message)

    def is_missing(self) -> bool:
        """Return True if there is no file to be opened."""
        try:
            self.file.stat()
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            pass
        return False

    def make_empty(self) -> None:
        """Make the file, which opening alone never does; where that fails, opening says why."""
        with contextlib.suppress(OSError):
            if self._may_make:
                self.file.touch(0o600)  # its journals have the same mode; one there keeps its own

    def remove_empty(self) -> None:
        """Remove a file that has nothing in it; one that cannot be looked at stays."""
        with contextlib.suppress(OSError):
            if self.file.is_file() and not self.file.stat().st_size:
                self.file.unlink()


def read_url(rest: str, patience: float) -> SqliteFile:
    """Return the file of a URL, by what stands behind `sqlite://`. Raise UserError."""
    server, _, path = rest.partition("/")
    path, _, query = path.partition("?")
    if server:
        raise UserError("database sqlite://***: a file is on this machine, as sqlite:///club.db")
    return SqliteFile(unquote(path), query, patience)
