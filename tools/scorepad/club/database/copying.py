"""Copies what does not follow from anything else from one database into another, of any kind."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Table, delete, select

from scorepad.club.database.rows import AT_ONCE, Rows
from scorepad.club.database.schema import (
    OWN,
    PAGE_TABLET,
    TABLE,
    TABLET,
    TRUTH,
    Base,
    SecretRow,
    table_of,
)
from scorepad.errors import UserError, remedy

Page = list[dict[str, Any]]  # rows by the names of their columns
Source = Callable[[Table], Iterator[Page]]
_OF_TABLETS = {  # kinds of secrets: name and hash, as club/tablet_keys.py makes them
    TABLET: re.compile(f"{PAGE_TABLET}:[0-9a-f]{{64}}"),
    TABLE: re.compile(f"{PAGE_TABLET} [1-9][0-9]?:"),
}


def copy(source: Source, target: Rows) -> None:
    """Adds all rows of TRUTH to a database that has none, and the keys of tablets in pages.

    Raises UserError if it has some.
    """
    if has_something(target):
        raise UserError(
            "the club has something already; the backup can replace it, and what it has is "
            "kept in a file first",
            "replace",
            [remedy("club restore", replace=True)],
        )
    for table in map(table_of, TRUTH):
        for page in source(table):
            target.insert(table.name, page)
    for page in source(table_of(SecretRow)):
        _add_tablets(target, page)


def _add_tablets(target: Rows, page: Page) -> None:
    """Of what lets somebody in that which tablets in pages have, where it is not there yet.

    Rows that Scorepad does not make stay out; none counts as later than now.
    """
    there = {(row.kind, row.name) for row in target.scalars(select(SecretRow))}
    now, new = datetime.now(UTC), [one for one in page if _is_of_tablet(one)]
    new = [one for one in new if (one["kind"], one["name"]) not in there]
    target.insert("secrets", [{**one, "made": min(one["made"], now)} for one in new])


def _is_of_tablet(row: dict[str, Any]) -> bool:
    right = _OF_TABLETS.get(row["kind"])
    return bool(right and right.fullmatch(f"{row['name']}:{row['hash']}"))


def has_something(rows: Rows) -> bool:
    """Whether there is anything of TRUTH."""
    return any(rows.execute(select(table).limit(1)).first() for table in map(table_of, TRUTH))


def clear(rows: Rows) -> None:
    """Takes out what `copy` adds, and what follows from it; who may come in may still."""
    for table in reversed(Base.metadata.sorted_tables):
        if table not in map(table_of, OWN):
            rows.execute(delete(table))


def pages(rows: Rows, table: Table) -> Iterator[Page]:
    """All that a table has; rows that the database numbers itself are numbered anew."""
    numbered = table.autoincrement_column
    columns = [column for column in table.columns if column is not numbered]
    found = rows.execute(select(*columns).order_by(*table.primary_key))
    for part in found.yield_per(AT_ONCE).mappings().partitions():
        yield [dict(row) for row in part]
