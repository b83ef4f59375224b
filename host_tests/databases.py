"""The databases that a club may have, and a look at them behind the club's back.

`where` is what the option `--db` takes: the path of an SQLite file, or a URL of PostgreSQL.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

KINDS = ("sqlite", "postgresql")
_TABLES = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
)


@cache
def postgresql(folder: Path) -> Any:
    """A server with its files in this folder; a power cut of the machine is not its business."""
    kind = pytest.importorskip("pgserver", reason="pgserver has no wheel for this Python")
    running = kind.get_server(folder, cleanup_mode="stop")
    running.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()")
    return running


@contextlib.contextmanager
def empty(kind: str, folder: Path, server: Path) -> Iterator[str]:
    """A database of this kind that nobody has used; `server`: a folder for PostgreSQL's files."""
    if kind == "sqlite":
        yield str(folder / "club.db")
        return
    running = postgresql(server)
    name = f"club_{uuid4().hex}"
    running.psql(f"CREATE DATABASE {name}")
    yield running.get_uri(name)
    running.psql(f"DROP DATABASE {name} WITH (FORCE)")


def select(where: Path | str, words: str) -> list[tuple[Any, ...]]:
    """What a program without SQLAlchemy reads."""
    with _opened(where) as connection:
        return list(connection.execute(words).fetchall())


def change(where: Path | str, words: str, *values: Any) -> None:
    """What a program without SQLAlchemy does; a value stands for each "?"."""
    with _opened(where) as connection:
        if values and isinstance(connection, psycopg.Connection):
            words = words.replace("?", "%s")
        connection.execute(words, values or ())
        connection.commit()


def dump(where: Path | str) -> list[str]:
    """All tables with all rows."""
    with _opened(where) as connection:
        if isinstance(connection, sqlite3.Connection):
            return list(connection.iterdump())
        tables = [name for (name,) in connection.execute(_TABLES)]
        rows = [f"{t} {row}" for t in tables for row in connection.execute(f'SELECT * FROM "{t}"')]
        return sorted(rows)


@contextlib.contextmanager
def _opened(where: Path | str) -> Iterator[Any]:
    plain = "://" not in str(where)
    with contextlib.closing(
        sqlite3.connect(where) if plain else psycopg.connect(str(where))
    ) as it:
        yield it
