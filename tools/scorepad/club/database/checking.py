"""Checks an SQLite file: its tables, if it may come from anywhere, and every value in them.

Nothing in such a file may run: SQLite would compute a view, a trigger, a generated column or a
CHECK at the file's word. So it has only what Scorepad makes, in no words but Scorepad's. A club's
own database may have more, as a view for a report, or the tables of a program that copies it.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from scorepad.club.database.sqlite import SqliteConnection, explain, restrain
from scorepad.club.database.tables import Column, Tables, list_tables, read_tables
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.steps import Steps, show_nothing
from scorepad.wording import visible

_LONGEST = 1 << 20  # bytes of a text
_OWN = {"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}  # SQLite's, which nothing here reads
_MOST = 500  # tables and indexes; there are about 60
_HEARD = 100_000  # SQLite's steps between two moments at which Ctrl-C is heard
_SHOWN = 60  # characters of what a message repeats

_OURS = "take a file that Scorepad has written"
_CHECKING = text("checking every value")

_WORD = re.compile(r"'[^']*'|\w+|[^\s\w]")
_SQL = {
    *_WORD.findall(
        "create table index unique on not null primary key foreign references delete cascade "
        "constraint default integer bigint text blob varchar '' '0' ( ) , \""
    )
}
_NAME = re.compile(r"\d+|(pk|fk|ix|uq)_\w+")  # a number, or a constraint as schema.sql names it

_DATE, _INSTANT = (
    text.replace("0", "[0-9]") for text in ("0000-00-00", "0000-00-00T00:00:00.000000")
)
_INTEGER = "typeof({0}) = 'integer' AND {0} BETWEEN "
_CODE = (
    "typeof({0}) = 'text' AND length({0}) <= %s AND {0} NOT GLOB '*[^ -~]*' "
    "AND length(CAST({0} AS BLOB)) = length({0})"
)
_RIGHT = {  # by the type in schema.sql: what must hold, and what is right
    "INTEGER": (_INTEGER + "-2147483648 AND 2147483647", "a whole number of 32 bits"),
    "SERIAL": (_INTEGER + "1 AND 9223372036854775807", "a whole number"),
    "BIGINT": ("typeof({0}) = 'integer'", "a whole number"),
    "FLAG": (_INTEGER + "0 AND 1", "0 or 1"),
    "BLOB": (f"typeof({{0}}) = 'blob' AND length({{0}}) <= {_LONGEST}", "bytes"),
    "TEXT": (
        "typeof({0}) = 'text' AND is_text(CAST({0} AS BLOB))",
        f"a text in UTF-8 of at most {_LONGEST} bytes",
    ),
    "INSTANT": (
        f"typeof({{0}}) = 'text' AND {{0}} GLOB '{_INSTANT}+00:00' AND {{0}} > '1970' "
        "AND date(substr({0}, 1, 10), '+0 days') = substr({0}, 1, 10) "
        "AND time(substr({0}, 12, 8)) = substr({0}, 12, 8) "
        "AND length(CAST({0} AS BLOB)) = 32",
        "a time in UTC, as 2026-11-20T20:00:00.000000+00:00",
    ),
    "VARCHAR(10)": (
        f"typeof({{0}}) = 'text' AND ({{0}} = '' OR {{0}} GLOB '{_DATE}' AND {{0}} > '0001' "
        "AND date({0}, '+0 days') = {0}) AND length(CAST({0} AS BLOB)) = length({0})",
        "a date, as 2026-11-20, or nothing",
    ),
}


def check_tables(connection: sqlite3.Connection, name: str) -> None:
    """Raise UserError unless a database has just Scorepad's tables; `name`: its name."""
    with _refusing(name):
        for fault in _strangers(connection, list_tables()):
            raise UserError(f"database {name}: {fault}; {_OURS}")


def _strangers(connection: sqlite3.Connection, expected: Tables) -> Iterator[str]:
    if connection.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        yield "its texts are not UTF-8"
    words = _SQL.union(expected, (each.name for every in expected.values() for each in every))
    every = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for number, (kind, called, table, sql) in enumerate(every):
        if kind == "table" and called in _OWN:
            continue
        if number == _MOST or kind not in ("table", "index") or table not in expected:
            yield f"{kind} {_short(called)} is not Scorepad's"
        for word in map(str.lower, _WORD.findall(str(sql or ""))):
            if word not in words and not _NAME.fullmatch(word):
                yield f"{_short(word)} in the definition of {_short(called)} is not Scorepad's"
    there, right = map(_list_columns, (read_tables(connection), expected))
    for column in sorted(there ^ right):
        yield f"{_short(column)} is " + ("missing" if column in right else "not Scorepad's")


def _list_columns(tables: Tables) -> set[str]:
    types = SqliteConnection.TYPES
    return {
        f"{table}.{each.name} {types.get(each.type, each.type)}{' NOT NULL' * (not each.optional)}"
        for table, columns in tables.items()
        for each in columns
    }


def check_values(file: Path, name: str, steps: Steps = show_nothing) -> None:
    """Raise UserError for the first value of an SQLite file that is not what its column takes.

    `name`: what messages call the file. Ctrl-C ends it.
    """
    address = f"{file.absolute().as_uri()}?mode=rw"
    with _refusing(name), contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        restrain(connection)
        connection.execute("PRAGMA query_only = ON")
        connection.set_progress_handler(_go_on, _HEARD)
        connection.create_function("is_text", 1, _is_text, deterministic=True)
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("malformed")
        tables = list_tables()
        count = " + ".join(f'(SELECT count(*) FROM "{table}")' for table in tables)
        (rows,) = connection.execute(f"SELECT {count}").fetchone()
        for fault in steps(_faults(connection, tables), rows, _CHECKING):
            if fault:
                raise UserError(f"database {name}: {fault}; {_OURS}")


@contextlib.contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Raise UserError for what SQLite says, KeyboardInterrupt where Ctrl-C ends a callback."""
    try:
        yield
    except sqlite3.Error as error:
        if str(error) in ("interrupted", "user-defined function raised exception"):
            raise KeyboardInterrupt from error
        raise UserError(f"database {name}: {explain(str(error))}") from error


def _go_on() -> int:
    return 0


def _faults(connection: sqlite3.Connection, tables: Tables) -> Iterator[str]:
    """Yield for each row what is wrong with it, "" if nothing is."""
    for table, columns in tables.items():
        conditions = [_condition(column) for column in columns]
        holds = ", ".join(holds for holds, _ in conditions)
        for row, *right in connection.execute(f'SELECT rowid, {holds} FROM "{table}"'):
            if all(right):
                yield ""
                continue
            wrong = [bool(one) for one in right].index(False)
            name = columns[wrong].name
            one = f'SELECT substr(quote("{name}"), 1, {_SHOWN}) FROM "{table}" WHERE rowid = ?'
            (value,) = connection.execute(one, [row]).fetchone()
            where = f"table {table}, row {row}, column {name}"
            yield f"{where}: {_short(value)} is not {conditions[wrong][1]}"


def _condition(column: Column) -> tuple[str, str]:
    """Return what must hold for a column's values, in SQL, and what they are then."""
    length = column.type.removeprefix("VARCHAR(").removesuffix(")")
    usual = _CODE % length, f"at most {length} characters of ASCII"
    holds, right = _RIGHT.get(column.type) or usual
    holds = f"({{0}} IS NULL OR {holds})" if column.optional else f"({holds})"
    return holds.format(f'"{column.name}"'), right


def _is_text(raw: bytes) -> bool:
    """Return True if these bytes are a text that every kind of database takes."""
    try:
        return len(raw) <= _LONGEST and "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False


def _short(text: object) -> str:
    return visible(str(text)[:_SHOWN])
