"""Reads who enters a knock-out: a CSV file with a row a pair."""

from dataclasses import dataclass

from scorepad import csv_file

_COLUMNS = ("player", "partner")


@dataclass(frozen=True)
class PairRow:
    """Two players as somebody has written them. `where`: file and line."""

    where: str
    players: tuple[str, str]


def read(file: str) -> list[PairRow]:
    """All rows of the file. Raises UserError."""
    rows = csv_file.full_rows(file, _COLUMNS, "a pair is two players, a cell each")
    cells = ((where, *row.values()) for where, row in rows)
    return [PairRow(where, (one, other)) for where, one, other in cells]
