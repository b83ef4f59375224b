"""Copies what does not follow from anything else from one database into another, of any kind."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Table, insert, select
from sqlalchemy.orm import Session as Rows

from scorepad.club.schema import TRUTH, Base
from scorepad.errors import UserError

_AT_ONCE = 1000  # rows


def copy(source: Rows, target: Rows) -> None:
    """Adds all rows of TRUTH to a database that has none. Raises UserError if it has."""
    for table in map(_table, TRUTH):
        if target.execute(select(table).limit(1)).first():
            raise UserError(
                f"the database has {table.name} already; restore into a new one (--db)"
            )
    for table in map(_table, TRUTH):
        _copy(table, source, target)


def _copy(table: Table, source: Rows, target: Rows) -> None:
    """Rows that the database numbers itself are numbered anew, in the same order."""
    numbered = table.autoincrement_column
    columns = [column for column in table.columns if column is not numbered]
    found = source.execute(select(*columns).order_by(*table.primary_key))
    for rows in found.yield_per(_AT_ONCE).mappings().partitions():
        target.execute(insert(table), _plain(rows))


def _plain(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in rows]


def _table(row: type[Base]) -> Table:
    table = row.__table__
    assert isinstance(table, Table)
    return table
