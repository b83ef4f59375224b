"""Checks an SQLite file that may come from anywhere: its tables, and every value in them.

Nothing in such a file may run: SQLite would compute a view, a trigger, a generated column or a
CHECK at the file's word. So a file has only what Scorepad makes, in no words but Scorepad's.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.dialects.sqlite import dialect

from scorepad.club.database.schema import Base
from scorepad.club.database.sqlite import restrain, trouble
from scorepad.club.database.today import VERSION_TABLE
from scorepad.errors import UserError
from scorepad.language import marked
from scorepad.steps import steps

_LONGEST = 1 << 20  # bytes of a text
_OWN = {"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}  # SQLite's, which nothing here reads
_MOST = 500  # tables and indexes; there are about 60
_HEARD = 100_000  # SQLite's steps between two moments at which Ctrl-C is heard
_SHOWN = 60  # characters of what a message repeats

_OURS = "take a file that Scorepad has written"
_CHECKING = marked("checking every value")

_WORD = re.compile(r"'[^']*'|\w+|[^\s\w]")
_SQL = {
    *_WORD.findall(
        "create table index unique on not null primary key foreign references delete cascade "
        "constraint default integer bigint text blob datetime boolean varchar '' '0' ( ) , \""
    )
}
_NAME = re.compile(r"\d+|(pk|fk|ix|uq)_\w+")  # a number, or a constraint as schema.py names it

_DATE, _INSTANT = (
    text.replace("0", "[0-9]") for text in ("0000-00-00", "0000-00-00 00:00:00.000000")
)
_INTEGER = "typeof({0}) = 'integer' AND {0} BETWEEN "
_CODE = (
    "typeof({0}) = 'text' AND length({0}) <= %s AND {0} NOT GLOB '*[^ -~]*' "
    "AND length(CAST({0} AS BLOB)) = length({0})"
)
_RIGHT = {  # by the declared type: what must hold, and what is said to be right
    "INTEGER": (_INTEGER + "-2147483648 AND 2147483647", "a whole number of 32 bits"),
    "BIGINT": ("typeof({0}) = 'integer'", "a whole number"),
    "BOOLEAN": (_INTEGER + "0 AND 1", "0 or 1"),
    "BLOB": (f"typeof({{0}}) = 'blob' AND length({{0}}) <= {_LONGEST}", "bytes"),
    "TEXT": (
        "typeof({0}) = 'text' AND is_text(CAST({0} AS BLOB))",
        f"a text in UTF-8 of at most {_LONGEST} bytes",
    ),
    "DATETIME": (
        f"typeof({{0}}) = 'text' AND {{0}} GLOB '{_INSTANT}' AND {{0}} > '1970' "
        "AND date(substr({0}, 1, 10), '+0 days') = substr({0}, 1, 10) "
        "AND time(substr({0}, 12, 8)) = substr({0}, 12, 8)",
        "a time in UTC, as 2026-11-20 20:00:00.000000",
    ),
    "VARCHAR(10)": (
        f"typeof({{0}}) = 'text' AND ({{0}} = '' OR {{0}} GLOB '{_DATE}' AND {{0}} > '0001' "
        "AND date({0}, '+0 days') = {0}) AND length(CAST({0} AS BLOB)) = length({0})",
        "a date, as 2026-11-20, or nothing",
    ),
}


class Declared(NamedTuple):
    """A column as its table declares it. `kind`: its type; `hidden`: as of a generated one."""

    kind: str
    needed: bool
    hidden: bool

    def __str__(self) -> str:
        return f"{'generated ' * self.hidden}{self.kind}{' NOT NULL' * self.needed}"

    @property
    def right(self) -> tuple[str, str]:
        """What must hold for a value, in SQL with {0} for the column, and what it is then."""
        if self.kind in _RIGHT:
            holds, right = _RIGHT[self.kind]
        else:
            length = self.kind.removeprefix("VARCHAR(").removesuffix(")")
            holds, right = _CODE % length, f"at most {length} characters of ASCII"
        return (holds, right) if self.needed else (f"({{0}} IS NULL OR {holds})", right)


Tables = Mapping[str, Mapping[str, Declared]]


def check_tables(connection: sqlite3.Connection, name: str, expected: Tables) -> None:
    """Raise UserError unless a database has these tables, and nothing else.

    `name`: what messages call it.
    """
    if connection.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        raise UserError(f"database {name}: its texts are not UTF-8; {_OURS}")
    words = _SQL | {VERSION_TABLE, f"{VERSION_TABLE}_pkc"} | expected.keys()
    words = words.union(*expected.values())
    every = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for number, (kind, called, table, sql) in enumerate(every):
        if kind == "table" and called in _OWN:
            continue
        if number == _MOST or kind not in ("table", "index") or table not in expected:
            raise UserError(f"database {name}: {kind} {_short(called)} is not Scorepad's; {_OURS}")
        for word in map(str.lower, _WORD.findall(sql or "")):
            if word not in words and not _NAME.fullmatch(word):
                where = f"the definition of {_short(called)}"
                raise UserError(f"database {name}: {where} has {_short(word)}; {_OURS}")
    _compare(tables_of(connection), name, expected)


def _compare(found: Tables, name: str, expected: Tables) -> None:
    for table, columns in expected.items():
        there = found.get(table, {})
        if not there:
            raise UserError(f"database {name}: no such table: {table}; {_OURS}")
        for column in sorted({*there, *columns}, key=str):
            if there.get(column) != columns.get(column):
                where = f"table {table}, column {_short(column)}"
                is_, right = (one.get(column, "not there") for one in (there, columns))
                raise UserError(
                    f"database {name}: {where}: it is {_short(is_)}, not {right}; {_OURS}"
                )


def tables_of(connection: sqlite3.Connection) -> Tables:
    """Return the tables of a database with their columns, without SQLite's own."""
    found: dict[str, dict[str, Declared]] = {}
    columns = (
        'SELECT s.name, x.name, x.type, x."notnull", x.hidden FROM sqlite_schema AS s, '
        "pragma_table_xinfo(s.name) AS x WHERE s.type = 'table'"
    )
    for table, column, kind, needed, hidden in connection.execute(columns):
        if table not in _OWN:
            found.setdefault(table, {})[column] = Declared(kind, bool(needed), bool(hidden))
    return found


@cache
def tables_of_today() -> Tables:
    """Return the tables of this version."""
    made: dict[str, dict[str, Declared]] = {
        table.name: {
            column.name: Declared(column.type.compile(dialect()), not column.nullable, False)
            for column in table.columns
        }
        for table in Base.metadata.sorted_tables
    }
    return made | {VERSION_TABLE: {"version_num": Declared("VARCHAR(32)", True, False)}}


def check_values(file: Path, name: str) -> None:
    """Raise UserError for the first value of an SQLite file that is not what its column takes.

    The file must have passed `check_tables`. Ctrl-C ends it. `name`: what messages call the file.
    """
    address = f"{file.absolute().as_uri()}?mode=rw"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as connection, _heard():
            restrain(connection)
            connection.execute("PRAGMA query_only = ON")
            connection.set_progress_handler(_go_on, _HEARD)
            connection.create_function("is_text", 1, _is_text, deterministic=True)
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("malformed")
            tables = tables_of(connection)
            count = " + ".join(f'(SELECT count(*) FROM "{table}")' for table in tables)
            (rows,) = connection.execute(f"SELECT {count}").fetchone()
            for fault in steps(_faults(connection, tables), rows, _CHECKING):
                if fault:
                    raise UserError(f"{name}: {fault}; {_OURS}")
    except sqlite3.Error as error:
        raise UserError(f"{name}: {trouble(str(error)) or error}") from error


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Within the block, what interrupts SQLite is Ctrl-C, which Python raises in a callback."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if str(error) in ("interrupted", "user-defined function raised exception"):
            raise KeyboardInterrupt from error
        raise


def _go_on() -> int:
    """Have SQLite go on, unless Ctrl-C was pressed."""
    return 0


def _faults(connection: sqlite3.Connection, tables: Tables) -> Iterator[str]:
    """Yield for each row what is wrong with it, "" if nothing is."""
    for table, columns in tables.items():
        holds = [one.right[0].format(f'"{name}"') for name, one in columns.items()]
        every = f'SELECT rowid, {" AND ".join(holds)} FROM "{table}"'
        for row, is_right in connection.execute(every):
            yield "" if is_right else _fault(connection, table, columns, row)


def _fault(
    connection: sqlite3.Connection, table: str, columns: Mapping[str, Declared], row: int
) -> str:
    for name, column in columns.items():
        holds, right = column.right
        one = f'SELECT ({holds}), substr(quote({{0}}), 1, {_SHOWN}) FROM "{table}" WHERE rowid = ?'
        is_right, value = connection.execute(one.format(f'"{name}"'), [row]).fetchone()
        if not is_right:
            return f"table {table}, row {row}, column {name}: {_short(value)} is not {right}"
    return ""


def _is_text(raw: bytes) -> bool:
    """Return True if these bytes are a text that every kind of database takes."""
    try:
        return len(raw) <= _LONGEST and "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False


def _short(text: object) -> str:
    return "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text)[:_SHOWN]
    )
