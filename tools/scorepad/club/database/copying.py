"""Copies what does not follow from anything else from one database into another, of any kind."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows, plain
from scorepad.club.database.tables import (
    DERIVED,
    NUMBERED,
    PAGE_TABLET,
    TABLE,
    TABLET,
    TRUTH,
    list_tables,
)
from scorepad.errors import UserError, remedy
from scorepad.language import text

Page = list[dict[str, Any]]  # rows by the names of their columns
Source = Callable[[str], Iterator[Page]]  # all rows of the table of this name
_MOST = (1 << 31) - 1_000_000  # number of a decision: there is room for those to come
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
    for table in TRUTH:
        for page in source(table):
            target.insert(table, page)
    if target.first("SELECT 1 FROM decisions WHERE NOT number BETWEEN 1 AND :most", most=_MOST):
        numbers = text("its decisions have numbers after which there are no more")
        raise UserError(numbers, "file")
    for page in source("secrets"):
        _add_tablets(target, page)


def _add_tablets(target: Rows, page: Page) -> None:
    """Add the missing credentials of tablets in pages.

    Rows that Scorepad does not make stay out; none counts as later than now.
    """
    there = {(row.kind, row.name) for row in target.all("SELECT kind, name FROM secrets")}
    now, new = plain(datetime.now(UTC)), [one for one in page if _is_of_tablet(one)]
    new = [one for one in new if (one["kind"], one["name"]) not in there]
    target.insert("secrets", [{**one, "made": min(one["made"], now)} for one in new])


def _is_of_tablet(row: dict[str, Any]) -> bool:
    right = _OF_TABLETS.get(row["kind"])
    return bool(right and right.fullmatch(f"{row['name']}:{row['hash']}"))


def has_something(rows: Rows) -> bool:
    """Return True if there is anything of TRUTH."""
    return any(rows.first(f"SELECT 1 FROM {table} LIMIT 1") for table in TRUTH)


def clear(rows: Rows) -> None:
    """Remove what `copy` adds, and what follows from it; who may come in may still."""
    for table in (*DERIVED, *TRUTH, "versions"):
        rows.run(f"DELETE FROM {table}")


def read_pages(rows: Rows, table: str) -> Iterator[Page]:
    """Yield all that a table has; rows that the database numbers itself are numbered anew."""
    columns = list_tables()[table]
    names = ", ".join(each.name for each in columns if each.type != NUMBERED)
    keys = ", ".join(each.name for each in columns if each.key)  # the columns are in their order
    found = rows.each(f"SELECT {names} FROM {table} ORDER BY {keys}")
    while page := [row._asdict() for row in islice(found, AT_ONCE)]:
        yield page
