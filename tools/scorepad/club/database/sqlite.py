"""What SQLite needs to be told, and how it says what is wrong. Nowhere else is it special."""

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError

from scorepad.errors import UserError

WRITES = "scorepad_writes"  # execution option of the connections that will write
_OPENED = "scorepad_opened"  # of a connection: the file that it has opened, and which one that was

_LONGEST = 1 << 24  # bytes of a row
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


def is_sqlite(url: URL) -> bool:
    """Whether this module has a say."""
    return url.get_backend_name() == "sqlite"


def is_plain(url: URL) -> bool:
    """Whether the URL is only a file's path."""
    return is_sqlite(url) and not url.query


def check(url: URL) -> None:
    """Raises UserError where SQLite's own message would not help."""
    if not url.database or url.database == ":memory:":
        raise UserError("a database in memory is gone when the command ends; name a file")
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        Path(url.database).stat()  # a name that is too long is an OSError, on every Python
    if Path(url.database).is_dir():
        raise UserError(f"{url.database}: this is a directory; name a database file in it")
    if is_plain(url) and not Path(url.database).absolute().parent.is_dir():
        raise UserError(f"{url.database}: there is no such folder; make it or name another")


def file_of(url: URL) -> Path | None:
    """Return the file, if its path is said; what a file: URI names is not looked for."""
    known = is_sqlite(url) and url.database and "uri" not in url.query
    return Path(str(url.database)).absolute() if known else None


def _inode(file: Path | None) -> int:
    with contextlib.suppress(OSError):
        return file.stat().st_ino if file else 0
    return 0


def opener(url: URL) -> dict[str, Any]:
    """Return what tells an engine to open a file, and never to make one by that."""
    if not (file := file_of(url)):
        return {}
    _, options = url.get_dialect()().create_connect_args(url)
    address = f"{file.as_uri()}?mode=rw"
    return {"creator": lambda: sqlite3.connect(address, **options, uri=True)}


def is_missing(url: URL) -> bool:
    """Return True if there is no file to be opened."""
    file = file_of(url)
    return file is not None and not file.exists()


def is_elsewhere(opened: Mapping[str, Any]) -> bool:
    """Return True if the file of a connection is no longer at its path; `opened`: its `info`."""
    file, inode = opened.get(_OPENED, (None, 0))
    return _inode(file) != inode


def make_empty(url: URL) -> None:
    """Make the file, which opening alone never does; where that fails, opening says why."""
    with contextlib.suppress(OSError):
        if file := file_of(url):
            file.touch(0o600)  # its journals have the same mode; one that is there keeps its own


def remove_empty(url: URL) -> None:
    """Takes a file away that has nothing; one that cannot be looked at stays."""
    file = Path(url.database or "")
    with contextlib.suppress(OSError):
        if file.is_file() and not file.stat().st_size:
            file.unlink()


def in_memory() -> Engine:
    """An empty database that is gone with the program; threads use it in turn."""
    one: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, **one)
    prepare(engine, patience=0)
    return engine


def trouble(message: str) -> str:
    """What SQLite's message means to the user; "" if it is not one of the usual troubles."""
    lower = message.lower()
    return next((meaning for sign, meaning in _TROUBLES if sign in lower), "")


def restrain(connection: sqlite3.Connection) -> None:
    """Bound what the file of a connection can make SQLite do, whoever has written it."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")


def prepare(engine: Engine, patience: float) -> None:
    """Foreign keys hold; who wants to write waits `patience` seconds for its turn.

    A commit outlives a power cut: tablets are told of it, and may erase what they were told is
    safe. Without EXTRA the end of its journal may not be on the disk yet, and is undone then.

    The driver would begin a transaction only at the first change; two programs that have both
    read before could then never write. So a writer asks for its turn before it reads.

    A file that was moved stays open and can be read for ever, so a connection whose file is no
    longer at its path is replaced by one to what is there.
    """
    file = file_of(engine.url)

    @event.listens_for(engine, "checkout")
    def check_file(_connection: Any, record: Any, _proxy: Any) -> None:
        if is_elsewhere(record.info):
            raise DisconnectionError

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        record.info[_OPENED] = file, _inode(file)
        restrain(connection)
        connection.isolation_level = None  # the driver begins nothing by itself
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        connection.execute("PRAGMA synchronous = EXTRA")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
