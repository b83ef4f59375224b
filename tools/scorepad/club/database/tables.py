"""The tables of a club's database (schema.sql): made, looked at, checked to be those of today."""

import contextlib
import re
import sqlite3
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scorepad.club.database.connection import Connection
from scorepad.club.database.named import VERSION, VERSION_TABLE
from scorepad.errors import UserError

NUMBERED = "SERIAL"  # the type of a column that the database fills
TRUTH = (  # all else follows, but for what belongs to one database alone
    *("imports", "players", "records", "set_aside", "waiting"),
    *("tablet_totals", "decisions", "event_sends"),
)
DERIVED = ("rankings", "settlements", "round_seats", "seats", "sessions")  # sessions come last
TABLET, TABLE = "tablet", "table"  # kinds of secrets that go into a backup
PAGE_TABLET = "[0-9a-f][26ae](?:[0-9a-f]{2}){5}"  # their ids: locally administered (IEEE 802, 8.2)


class Column(NamedTuple):
    """A column: its type as declared, if NULL may be in it, its place in the primary key or 0."""

    name: str
    type: str
    optional: bool
    key: int


Tables = Mapping[str, list[Column]]


def make_tables(connection: Connection) -> None:
    """Make the tables, in the transaction of the connection, where there are none."""
    schema = _read_schema()
    for kind, name in connection.TYPES.items():
        schema = re.sub(rf"\b{kind}(?!\w)", name, schema)
    for statement in schema.split(";\n"):
        connection.execute(statement)
    connection.execute(f"INSERT INTO {VERSION_TABLE} VALUES ('{VERSION}')")


@cache
def _read_schema() -> str:
    """Return the statements of schema.sql without comments: SQLite would keep those."""
    schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    return re.sub(r"\s*--.*", "", schema).strip().removesuffix(";")


@cache
def list_tables() -> Tables:
    """Return all tables with their columns, by the types of schema.sql."""
    with contextlib.closing(sqlite3.connect(":memory:")) as raw:
        raw.executescript(_read_schema())
        return read_tables(raw)


def read_tables(raw: sqlite3.Connection) -> Tables:
    """Return the tables of a SQLite database but its own, and with generated columns."""
    found: dict[str, list[Column]] = {}
    columns = (
        "SELECT s.name, x.name, CASE WHEN x.hidden THEN 'generated ' ELSE '' END || x.type, "
        'NOT x."notnull", x.pk FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS x '
        "WHERE s.type = 'table' AND s.name NOT GLOB 'sqlite_*' ORDER BY s.rowid, x.cid"
    )
    for table, *column in raw.execute(columns):
        found.setdefault(table, []).append(Column(*column))
    return found


def has_tables(connection: Connection, name: str) -> bool:
    """Return True if a database has the tables of this version, False if it has none.

    `name`: what messages call the database. Raise UserError if it has others.
    """
    tables = connection.list_tables()
    if not tables:
        return False
    found = None
    if VERSION_TABLE in tables:
        found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    if found is None:
        raise UserError(f"database {name}: it belongs to another program; name another")
    if found != (VERSION,):
        raise UserError(f"database {name}: {_explain_version(str(found[0]))}")
    return True


def _explain_version(found: str) -> str:
    if re.fullmatch("[1-9][0-9]*", found):
        return (
            f"a newer scorepad made it (version {found[:20]}, this one reads up to {VERSION}); "
            "install that one"
        )
    return "a scorepad before version 1 made it, which this one does not read; name another"
