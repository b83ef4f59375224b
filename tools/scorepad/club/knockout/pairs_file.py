"""Reads who enters a knock-out: a CSV file with a row a pair."""

from dataclasses import dataclass

from scorepad import csv_file
from scorepad.errors import UserError

_COLUMNS = ("player", "partner")


@dataclass(frozen=True)
class PairRow:
    """Two players as somebody has written them. `where`: file and line."""

    where: str
    players: tuple[str, str]


def read(file: str) -> list[PairRow]:
    """All rows of the file. Raises UserError."""
    lines = csv_file.rows(file)
    where, head = next(lines, (file, []))
    columns = [cell.casefold() for cell in head]
    if sorted(columns) != sorted(_COLUMNS):
        raise UserError(f"{where}: the first row names the columns: {', '.join(_COLUMNS)}")
    return [_row(where, cells) for where, cells in lines]


def _row(where: str, cells: list[str]) -> PairRow:
    if len(cells) != len(_COLUMNS) or not all(cells):
        raise UserError(f"{where}: a pair is two players, a cell each")
    return PairRow(where, (cells[0], cells[1]))
