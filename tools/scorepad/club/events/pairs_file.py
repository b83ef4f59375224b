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
    what = "a pair is a number and two players, a cell each"
    listed = [
        NamedPair(where, row["pair"], (row["first"], row["second"]))
        for where, row in csv_file.full_rows(file, _COLUMNS, what)
    ]
    if not listed:
        raise UserError(f"{file}: there is no pair in it")
    return listed
