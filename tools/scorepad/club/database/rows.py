"""Plain SQL on the club's database, the same for every kind: statements, versions."""

import os
import re
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from scorepad.club.database.connection import Connection
from scorepad.club.evenings import Evenings
from scorepad.errors import Changed
from scorepad.language import text

CHANGED = text("Somebody has changed this since you read it. Look again, then send it again.")
_FIRST_BYTES = 3  # of a new base; the rest of 31 bits is for changes


def plain(value: Any) -> Any:
    """Return a value as every kind of database stores it: True as 1, a time as a text in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return int(value) if isinstance(value, bool) else value


class Rows:
    """A transaction on the club's database.

    A statement has its values by name, as `:name`: str, int, bytes, None, what `plain` makes one
    of these, and after IN (not after NOT IN) a list of them. A row is a named tuple of such ones.

    `evenings`: when those of the club end.
    """

    def __init__(self, connection: Connection):
        self._connection, self.evenings = connection, Evenings()

    def all(self, sql: str, /, **values: Any) -> list[Any]:
        """Return all rows."""
        return list(_name_rows(self._execute(sql, values)))

    def first(self, sql: str, /, **values: Any) -> Any | None:
        """Return the first row, None if there is none."""
        return next(_name_rows(self._execute(sql, values)), None)

    def value(self, sql: str, /, **values: Any) -> Any:
        """Return the first column of the first row, None if there is no row."""
        row = self._execute(sql, values).fetchone()
        return row[0] if row else None

    def each(self, sql: str, /, **values: Any) -> Iterator[Any]:
        """Return all rows one by one: there may be more than fit into the memory."""
        return _name_rows(self._connection.stream(*_prepare(sql, values)))

    def run(self, sql: str, /, **values: Any) -> int:
        """Execute a statement and return how many rows it has changed."""
        return int(self._execute(sql, values).rowcount)

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, all of which have the columns of the first one."""
        if rows:
            columns = ", ".join(f'"{name}"' for name in rows[0])
            values = ", ".join(f":{name}" for name in rows[0])
            self.run_many(f"INSERT INTO {table} ({columns}) VALUES ({values})", rows)

    def versions(self, subjects: Sequence[str]) -> dict[str, int]:
        """Return the versions of subjects; each rises with every change."""
        wanted = "SELECT subject, version FROM versions WHERE subject IN :subjects"
        known = {row.subject: row.version for row in self.all(wanted, subjects=["", *subjects])}
        return {each: max(known.get("", 0), known.get(each, 0)) for each in subjects}

    def check_versions(self, expected: Mapping[str, int]) -> None:
        """Raise Changed if a subject has another version than this."""
        if expected and self.versions([*expected]) != expected:
            raise Changed(CHANGED)

    def touch(self, *subjects: str) -> None:
        """Raise the version of each subject."""
        if subjects:
            self.run_many(
                "INSERT INTO versions (subject, version) "
                "SELECT :subject, coalesce(max(version), 0) + 1 FROM versions WHERE subject = '' "
                "ON CONFLICT (subject) DO UPDATE SET version = versions.version + 1",
                [{"subject": subject} for subject in sorted({*subjects})],
            )

    def raise_versions(self) -> None:
        """Raise the versions of all subjects; where there are none, to a random one.

        So no form of another database fits the subjects of a restored one by chance. The subject
        "" has the version of all that have not changed since.
        """
        highest = self.value("SELECT max(version) FROM versions")
        base = int.from_bytes(os.urandom(_FIRST_BYTES)) if highest is None else highest
        self.run("DELETE FROM versions")
        self.insert("versions", [{"subject": "", "version": base + 1}])

    def run_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute a statement with the values of each of these rows."""
        self._connection.execute_many(sql, [_make_plain(row) for row in rows])

    def _execute(self, sql: str, values: Mapping[str, Any]) -> Any:
        return self._connection.execute(*_prepare(sql, values))


def _name_rows(cursor: Any) -> Iterator[Any]:
    return map(_make_row_class(tuple(column[0] for column in cursor.description))._make, cursor)


@lru_cache(512)
def _make_row_class(columns: tuple[str, ...]) -> Any:
    return namedtuple("Row", columns, rename=True)  # a statement has its own


def _make_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in values.items()}


def _prepare(sql: str, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a statement that names each value of a list by itself, and the values by name."""
    spread = dict(values)
    for name, value in values.items():
        if isinstance(value, list | tuple | set | frozenset):
            each = {f"{name}_{number}": one for number, one in enumerate(spread.pop(name))}
            names = ", ".join(f":{one}" for one in each) or "NULL"
            sql = re.sub(rf":{name}\b", f"({names})", sql)
            spread |= each
    return sql, _make_plain(spread)
