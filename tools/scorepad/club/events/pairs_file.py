"""Reads who the pairs of an event are: a CSV file with a row a pair."""

from dataclasses import dataclass

from scorepad import csv_file
from scorepad.errors import UserError

_COLUMNS = ("pair", "first", "second")


@dataclass(frozen=True)
class NamedPair:
    """A pair as somebody has written it. `where`: file and line, "" on the command line."""

    where: str
    pair: str
    players: tuple[str, str]

    def error(self, what: object) -> UserError:
        """What is wrong with it."""
        return UserError(f"{self.where}: {what}" if self.where else str(what))


def read(file: str) -> list[NamedPair]:
    """All rows of the file. Raises UserError."""
    lines = csv_file.rows(file)
    where, head = next(lines, (file, []))
    columns = [cell.casefold() for cell in head]
    if sorted(columns) != sorted(_COLUMNS):
        raise UserError(f"{where}: the first row names the columns: {', '.join(_COLUMNS)}")
    listed = [_row(where, columns, cells) for where, cells in lines]
    if not listed:
        raise UserError(f"{file}: there is no pair in it")
    return listed


def _row(where: str, columns: list[str], cells: list[str]) -> NamedPair:
    if len(cells) != len(_COLUMNS) or not all(cells):
        raise UserError(f"{where}: a pair is a number and two players, a cell each")
    row = dict(zip(columns, cells, strict=True))
    return NamedPair(where, row["pair"], (row["first"], row["second"]))
