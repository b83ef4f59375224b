"""Many rows at once: as plain values, for objects would take most of the time."""

from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import Base

AT_ONCE = 1000  # rows, or what has some of them: a club may have more than fit into the memory


def table_of(kind: type[Base]) -> Table:
    """The table of a kind of rows."""
    table = kind.__table__
    assert isinstance(table, Table)
    return table


def add(rows: Rows, table: Table, found: list[dict[str, Any]]) -> None:
    """Adds rows, by the names of their columns."""
    if found:
        rows.execute(insert(table), found)
