"""Reads a roster: a CSV file with a row a player, as a spreadsheet or the federation gives it."""

from collections.abc import Callable
from dataclasses import dataclass

from scorepad import csv_file, wording
from scorepad.club.decisions.finding import name_key
from scorepad.errors import UserError

COLUMNS = ("name", "number", "grade", "rating", "area")
GRADES = ("", "junior", "intermediate", "open")
_LONGEST = 100  # characters of a cell: no name, no town is longer
_HIGHEST = 1_000_000  # rating


@dataclass(frozen=True)
class Enrolment:
    """A row. `where`: file and line; `said`: what its columns say, by the name of the column."""

    where: str
    said: dict[str, str | int]

    @property
    def name(self) -> str:
        """The player's name."""
        return str(self.said["name"])

    @property
    def number(self) -> str:
        """In the federation; "" if the file does not say it."""
        return str(self.said.get("number", ""))


def read(file: str) -> tuple[list[Enrolment], list[str]]:
    """All rows of the file, and the columns that are passed over. Raises UserError."""
    lines = csv_file.rows(file)
    head = next(lines, None)
    if head is None:
        raise UserError(f"{file}: it is empty; its first row names the columns: name, number ...")
    columns = _columns(*head)
    enrolments = [_enrolment(where, columns, cells) for where, cells in lines]
    _refuse_twice(enrolments)
    return enrolments, [cell for cell in head[1] if cell.casefold() not in COLUMNS]


def _columns(where: str, cells: list[str]) -> list[str]:
    """The columns by their names. Raises UserError."""
    columns = [cell.casefold() for cell in cells]
    known = "columns are " + ", ".join(COLUMNS)
    for column in columns:
        if not column:
            raise UserError(f"{where}: a column with something in it has no name; {known}")
        if column in COLUMNS and columns.count(column) > 1:
            raise UserError(f"{where}: the column {column} is there twice; leave one out")
    if "name" not in columns:
        raise UserError(f"{where}: no column is called name, which every player has; {known}")
    return columns


def _enrolment(where: str, columns: list[str], cells: list[str]) -> Enrolment:
    if len(cells) != len(columns):
        raise UserError(
            f"{where}: {len(cells)} cells where the first row has {len(columns)}; "
            "a cell with a comma or semicolon in it stands in quotes"
        )
    said = {column: cell for column, cell in zip(columns, cells, strict=True) if column in COLUMNS}
    return Enrolment(where, meanings(where, said))


def meanings(where: str, cells: dict[str, str]) -> dict[str, str | int]:
    """What cells say, by their columns. Raises UserError, which begins with `where`."""
    for column, cell in cells.items():
        _check(where, column, cell)
    return {
        column: _MEANINGS.get(column, _as_it_is)(where, cell) for column, cell in cells.items()
    }


def _check(where: str, column: str, cell: str) -> None:
    """Raises UserError for what no cell may have."""
    if wording.UNSEEN.search(cell):
        raise UserError(f"{where}: {column}: a line break or another control character is in it")
    if len(cell) > _LONGEST:
        raise UserError(
            f"{where}: {column}: {len(cell)} characters; it may have {_LONGEST} at most"
        )
    if column == "name" and not cell:
        raise UserError(f"{where}: the name is missing")


def _grade(where: str, cell: str) -> str:
    if cell.casefold() not in GRADES:
        raise UserError(f"{where}: grade {cell!r}: it is {', '.join(GRADES[1:])} or nothing")
    return cell.casefold()


def _rating(where: str, cell: str) -> int:
    if not cell:
        return 0
    if not (cell.isascii() and cell.isdigit()) or int(cell) > _HIGHEST:
        raise UserError(f"{where}: rating {cell!r}: it is a whole number up to {_HIGHEST}")
    return int(cell)


def _as_it_is(where: str, cell: str) -> str:
    return cell


_MEANINGS: dict[str, Callable[[str, str], str | int]] = {"grade": _grade, "rating": _rating}


def _refuse_twice(enrolments: list[Enrolment]) -> None:
    """Raises UserError for two rows of one person: of one number, or of one name without."""
    seen: dict[tuple[str, str], Enrolment] = {}
    bare = {name_key(one.name) for one in enrolments if not one.number}
    for one in enrolments:
        unclear = name_key(one.name) in bare
        key = ("name", name_key(one.name)) if unclear else ("number", name_key(one.number))
        if key in seen:
            raise UserError(
                f"{one.where}: {one.name} is the person of {seen[key].where}, by their "
                f"{key[0]}; leave one row out, or give both a number of their own"
            )
        seen[key] = one
