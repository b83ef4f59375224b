"""Plain SQL on the club's database, the same for every kind: statements, versions."""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, CursorResult, Engine, event
from sqlalchemy import text as sql_text
from sqlalchemy.orm import Session

from scorepad.club.evenings import Evenings
from scorepad.errors import Changed
from scorepad.language import text

AT_ONCE = 1000  # rows, or what has some of them: a club may have more than fit into the memory
_ASKED = "scorepad_asked"  # execution option of a connection: where its statements are noted
_FIRST_BASE = 1 << 30  # below it a new base; the rest of 31 bits is for changes
_text = lru_cache(512)(sql_text)


def plain(value: Any) -> Any:
    """Return a value as every kind of database stores it: True as 1, a time as a text in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return int(value) if isinstance(value, bool) else value


class Rows(Session):
    """A transaction on the club's database. Objects of rows (schema.py) may be used beside SQL.

    A statement has its values by name, as `:name`: str, int, bytes, None, what `plain` makes one
    of these, and after IN (not after NOT IN) a list of them. A row is a named tuple of such ones.

    `asked`: the statements so far, also those for objects; `evenings`: when those of the club end.
    """

    def __init__(self, *given: Any, **options: Any):
        super().__init__(*given, **options)
        self.asked: list[str] = []
        self.evenings = Evenings()

    def all(self, sql: str, /, **values: Any) -> list[Any]:
        """Return all rows."""
        return list(self._execute(sql, values))

    def first(self, sql: str, /, **values: Any) -> Any | None:
        """Return the first row, None if there is none."""
        return self._execute(sql, values).first()

    def value(self, sql: str, /, **values: Any) -> Any:
        """Return the first column of the first row, None if there is no row."""
        return self._execute(sql, values).scalar()

    def each(self, sql: str, /, **values: Any) -> Iterator[Any]:
        """Return all rows one by one: there may be more than fit into the memory."""
        return iter(self._execute(sql, values, yield_per=AT_ONCE))

    def run(self, sql: str, /, **values: Any) -> int:
        """Execute a statement and return how many rows it has changed; objects are read again."""
        changed = self._execute(sql, values).rowcount
        self.expire_all()
        return changed

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, all of which have the columns of the first one."""
        if rows:
            columns = ", ".join(f'"{name}"' for name in rows[0])
            values = ", ".join(f":{name}" for name in rows[0])
            self._execute_many(f"INSERT INTO {table} ({columns}) VALUES ({values})", rows)

    def version(self, subject: str) -> int:
        """Return the version of a subject; it rises with each change."""
        return self.versions([subject])[subject]

    def versions(self, subjects: Sequence[str]) -> dict[str, int]:
        """Return the versions of several subjects."""
        wanted = "SELECT subject, version FROM versions WHERE subject IN :subjects"
        known = {row.subject: row.version for row in self.all(wanted, subjects=["", *subjects])}
        return {each: max(known.get("", 0), known.get(each, 0)) for each in subjects}

    def check_versions(self, expected: Mapping[str, int]) -> None:
        """Raise Changed if a subject has another version than this."""
        if expected and self.versions([*expected]) != expected:
            raise Changed(
                text(
                    "Somebody has changed this since you read it. Look again, then send it again."
                )
            )

    def touch(self, *subjects: str) -> None:
        """Raise the version of each subject."""
        if subjects:
            self._execute_many(
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
        base = secrets.randbelow(_FIRST_BASE) if highest is None else highest
        self._execute("DELETE FROM versions", {})
        self.insert("versions", [{"subject": "", "version": base + 1}])

    def _execute(self, sql: str, values: Mapping[str, Any], **options: Any) -> CursorResult[Any]:
        self.flush()  # what was added as an object is seen
        sql, values = _spread_lists(sql, values)
        statement, values = _text(sql), _make_plain(values)
        return self.connection().execute(statement, values, execution_options=options)

    def _execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self.flush()
        self.connection().execute(_text(sql), [_make_plain(row) for row in rows])


def _make_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in values.items()}


def _spread_lists(sql: str, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a statement that names each value of a list by itself, and the values by name."""
    spread = dict(values)
    for name, value in values.items():
        if isinstance(value, list | tuple | set | frozenset):
            each = {f"{name}_{number}": one for number, one in enumerate(spread.pop(name))}
            names = ", ".join(f":{one}" for one in each) or "NULL"
            sql = re.sub(rf":{name}\b", f"({names})", sql)
            spread |= each
    return sql, spread


@event.listens_for(Rows, "after_begin")
def _note_statements(rows: Rows, _transaction: Any, connection: Connection) -> None:
    connection.execution_options(**{_ASKED: rows.asked})


@event.listens_for(Engine, "before_cursor_execute")
def _note(connection: Connection, _cursor: Any, sql: str, *_: Any) -> None:
    connection.get_execution_options().get(_ASKED, []).append(sql)
