"""The databases that a club may have, and a look at them behind the club's back.

`where` is what the option `--db` takes: the path of an SQLite file, or a URL of PostgreSQL.
"""

import contextlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import psycopg
import pytest

from dev.fetching.get_postgresql import Server
from scorepad.club.database.connection import Connection
from support.depth import full
from support.needed import or_skip

KINDS = ("sqlite", "postgresql")
# A test that is marked `each_database` runs on PostgreSQL too, in `make test-all`: the tests of
# types, order, transactions, and every statement once. All others run on SQLite only.
EACH_KIND = (KINDS[0], pytest.param(KINDS[1], marks=full))
_CHANGING = ("security_log", "versions")
_TABLES = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
)


@contextlib.contextmanager
def postgresql() -> Iterator[Server]:
    """A server of its own; a power cut of the machine is not its business.

    Its folder is not beneath pytest's: that becomes root's own again when root starts another
    pytest, and the server, which never runs as root, is shut out.
    """
    with tempfile.TemporaryDirectory(
        prefix="scorepad-postgresql-", ignore_cleanup_errors=True
    ) as folder:
        with or_skip():
            server = Server(Path(folder))
        with server:
            server.execute("ALTER SYSTEM SET fsync = off")
            server.execute("SELECT pg_reload_conf()")
            yield server


@contextlib.contextmanager
def new_database(server: Server, template: str = "template1") -> Iterator[str]:
    """A database of this server that nobody has used, or a copy of another one."""
    name = f"club_{uuid4().hex}"
    server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield server.url(name)
    server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def club_copy(file: Path) -> Iterator[str]:
    """Yield a copy of a club's SQLite file, which is gone afterwards. A new club costs more."""
    with tempfile.TemporaryDirectory() as folder:
        yield str(shutil.copy(file, folder))


def filled_by(make: Callable[[str], object]) -> Any:
    """Return a fixture: `database` with what `make` puts there, which is done once for SQLite.

    It may be called `database` itself; then `club` and `commands` have that, too.
    """
    made: list[Path] = []

    @pytest.fixture
    def filled(database: str, database_kind: str, tmp_path_factory: pytest.TempPathFactory) -> str:
        if database_kind != KINDS[0]:
            make(database)
            return database
        if not made:
            file = Path(shutil.copy(database, tmp_path_factory.mktemp("made")))
            make(str(file))
            made.append(file)
        return str(shutil.copy(made[0], database))

    return filled


@contextlib.contextmanager
def heard(hear: Callable[[Connection, str, Any, bool], None]) -> Iterator[None]:
    """Tell `hear` of each statement before it is done: its words and values, and if of many rows.

    Those that begin and end transactions are heard too, a commit as "COMMIT".
    """

    def tell(name: str) -> Any:
        method = getattr(Connection, name)

        @wraps(method)
        def heard(connection: Connection, words: str, values: Any = ()) -> Any:
            hear(connection, words, values, name == "execute_many")
            return method(connection, words, values)

        return patch.object(Connection, name, heard)

    with tell("execute"), tell("execute_many"), tell("stream"):
        yield


def select(where: Path | str, words: str) -> list[tuple[Any, ...]]:
    """What another program reads."""
    with _opened(where) as connection:
        return list(connection.execute(words).fetchall())


def change(where: Path | str, words: str, *values: Any) -> None:
    """What another program does; a value stands for each "?"."""
    with _opened(where) as connection:
        if values and isinstance(connection, psycopg.Connection):
            words = words.replace("?", "%s")
        connection.execute(words, values or ())
        connection.commit()


def add_decision(where: Path | str, number: int, kind: str, body: dict[str, Any]) -> None:
    """Put a decision about the club into the log, though no program would have made it."""
    row = number, "2026-11-20T20:00:00.000000+00:00", "ann", "", kind, "club", json.dumps(body)
    change(where, "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?)", *row)


def add_rules(where: Path | str, number: int, name: str, rules: str, options: Any) -> None:
    """Put house rules into the log that this program would not have made."""
    body = {"name": name, "rules": rules, "options": options, "accept": False}
    add_decision(where, number, "set house rules", body)


def enrol(where: Path | str, names: Iterable[str], first: int = 1) -> None:
    """Make everybody a player of the club; their ids go up from `first`."""
    values = [value for player in enumerate(names, first) for value in player]
    rows = ", ".join(["(?, ?, '')"] * (len(values) // 2))
    change(where, f"INSERT INTO players (id, name, number) VALUES {rows}", *values)


def dump(where: Path | str) -> list[str]:
    """Return all rows of all tables, but for the server's log and the versions, which differ."""
    with _opened(where) as connection:
        if isinstance(connection, sqlite3.Connection):
            changing = tuple(f'INSERT INTO "{name}"' for name in _CHANGING)
            return [line for line in connection.iterdump() if not line.startswith(changing)]
        tables = [name for (name,) in connection.execute(_TABLES) if name not in _CHANGING]
        rows = [f"{t} {row}" for t in tables for row in connection.execute(f'SELECT * FROM "{t}"')]
        return sorted(rows)


@contextlib.contextmanager
def _opened(where: Path | str) -> Iterator[Any]:
    plain = "://" not in str(where)
    with contextlib.closing(
        sqlite3.connect(where) if plain else psycopg.connect(str(where))
    ) as it:
        yield it
