"""Looks into the club's file without what takes long to load, where there is nothing else to it.

That is an SQLite file with the tables of today, which nobody is changing. Everything else, and
everything that is wrong, is for opening.py.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scorepad.club.database.named import SCHEME, VERSION, VERSION_TABLE, own_file
from scorepad.club.records.session_list import Ask, Values

if TYPE_CHECKING:  # what they import takes long to load
    from scorepad.club.database.rows import Rows
    from scorepad.club.records.store import Club

Made = TypeVar("Made")


class QuickClub(ExitStack):
    """The club, opened only for what a look at its file does not tell; it is read as a Club."""

    def __init__(self, where: str | None, opened: "Callable[[], AbstractContextManager[Club]]"):
        super().__init__()
        self._opened = opened
        self.ask = quick(where, self._ask)

    @cached_property
    def _club(self) -> "Club":
        return self.enter_context(self._opened())

    def _ask(self, sql: str, values: Values) -> Sequence[Sequence[Any]]:
        return self._club.ask(sql, values)

    @property
    def name(self) -> str:
        """What people call the database."""
        return self._club.name

    def read(self, work: "Callable[[Rows], Made]") -> Made:
        """Return what `work` finds in the database."""
        return self._club.read(work)


def quick(where: str | None, otherwise: Ask) -> Ask:
    """Asks the database that is named; what cannot be asked so is asked `otherwise`."""
    if where is not None and (not where or "\0" in where or SCHEME.match(where)):
        return otherwise
    file = own_file() if where is None else Path(where).absolute()

    def ask(sql: str, values: Values) -> Sequence[Sequence[Any]]:
        found = _asked(file, sql, values)
        return otherwise(sql, values) if found is None else found

    return ask


def _asked(file: Path, sql: str, values: Values) -> Sequence[Sequence[Any]] | None:
    """None: it takes the longer way."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=0)) as opened:
            opened.execute("BEGIN")  # all that is read is of one moment
            versions = opened.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
            return opened.execute(sql, values).fetchall() if versions == [(VERSION,)] else None
    except (sqlite3.Error, OSError, ValueError):
        return None
