"""Looks into the club's file without what takes long to load, where there is nothing else to it.

That is an SQLite file with the tables of today, which nobody is changing. Everything else, and
everything that is wrong, is for opening.py.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from scorepad.club.database.named import SCHEME, own_file
from scorepad.club.database.today import VERSION, VERSION_TABLE
from scorepad.club.records.session_list import Ask, Values


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
