"""What SQLite needs to be told, and how it says what is wrong. Nowhere else is it special."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine import URL

from scorepad.errors import UserError

WRITES = "scorepad_writes"  # execution option of the connections that will write

_DAMAGED = (
    "the file is damaged; move it away, then `scorepad club restore BACKUP`, with the same --db, "
    "makes a new one of the newest backup"
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


def is_missing(url: URL) -> bool:
    """Whether it would be made by opening it. What a file: URI names is not looked for."""
    return is_sqlite(url) and "uri" not in url.query and not Path(url.database or "").exists()


def remove_empty(url: URL) -> None:
    """Takes a file away that has nothing; one that cannot be looked at stays."""
    file = Path(url.database or "")
    with contextlib.suppress(OSError):
        if file.is_file() and not file.stat().st_size:
            file.unlink()


def is_damaged(file: Path) -> bool:
    """Whether a file that is a database is not whole."""
    with contextlib.closing(sqlite3.connect(file)) as there:
        try:
            return bool(there.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
        except sqlite3.DatabaseError as error:
            return trouble(str(error)) == _DAMAGED


def in_memory() -> Engine:
    """An empty database that is gone with the program."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    prepare(engine, patience=0)
    return engine


def trouble(message: str) -> str:
    """What SQLite's message means to the user; "" if it is not one of the usual troubles."""
    lower = message.lower()
    return next((meaning for sign, meaning in _TROUBLES if sign in lower), "")


def prepare(engine: Engine, patience: float) -> None:
    """Foreign keys hold; who wants to write waits `patience` seconds for its turn.

    A commit outlives a power cut: tablets are told of it, and may erase what they were told is
    safe. Without EXTRA the end of its journal may not be on the disk yet, and is undone then.

    The driver would begin a transaction only at the first change; two programs that have both
    read before could then never write. So a writer asks for its turn before it reads.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        connection.execute("PRAGMA synchronous = EXTRA")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
