"""Reads a roster: a file with a row a player, as a spreadsheet or the federation gives it."""

from dataclasses import dataclass

from scorepad import csv_file, wording
from scorepad.club.decisions.finding import person_key
from scorepad.errors import UserError
from scorepad.language import marked
from scorepad.upload import Upload

COLUMNS = ("name", "number", "grade", "rating", "area")
_PARTS = (marked("first name"), marked("last name"))  # of a name, in two columns
KNOWN = ("name", *_PARTS, *COLUMNS[1:])
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
        return str(self.said["name"])

    @property
    def number(self) -> str:
        """The number in the federation; "" if the file has none."""
        return str(self.said.get("number", ""))


def read(file: Upload, chosen: dict[str, str]) -> tuple[list[Enrolment], list[csv_file.Column]]:
    """Return all rows of the file, none if no column is the name, and its columns.

    `chosen`: as of `csv_file.read_columns`. Raise UserError.
    """
    columns, rows = csv_file.read_columns(file, KNOWN, (), chosen)
    of = {column.meaning: column.key for column in columns}
    if (
        "name" in of and of.keys() & {*_PARTS} and "name" not in chosen.values()
    ):  # "Name, Vorname"; or the name in both ways
        parts = {of[part]: "" for part in _PARTS if part in of}
        names = parts if "last name" in of else {of["name"]: "last name"}
        columns, rows = csv_file.read_columns(file, KNOWN, (), chosen | names)
    if not of.keys() & {"name", *_PARTS}:
        return [], columns
    enrolments = [_enrolment(*row) for row in rows]
    _refuse_twice(enrolments)
    return enrolments, columns


def _enrolment(where: str, row: dict[str, str]) -> Enrolment:
    name = " ".join(row[part] for part in _PARTS if row.get(part))
    cells = {column: row[column] for column in COLUMNS if column in row}
    return Enrolment(where, meanings(where, {"name": name} | cells))


def meanings(where: str, cells: dict[str, str]) -> dict[str, str | int]:
    """Return the values of cells by column. Raise UserError, which begins with `where`."""
    said: dict[str, str | int] = {**cells}
    for column, cell in cells.items():
        _check(where, column, cell)
    if "grade" in cells:
        said["grade"] = _grade(where, cells["grade"])
    if "rating" in cells:
        said["rating"] = _rating(where, cells["rating"])
    return said


def _check(where: str, column: str, cell: str) -> None:
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


def _refuse_twice(enrolments: list[Enrolment]) -> None:
    """Raises UserError for two rows of one person: of one number, or of one name without."""
    seen: dict[tuple[str, str], Enrolment] = {}
    bare = {person_key(row.name) for row in enrolments if not row.number}
    for one in enrolments:
        unclear = person_key(one.name) in bare
        key = ("name", person_key(one.name)) if unclear else ("number", person_key(one.number))
        if key in seen:
            raise UserError(
                f"{one.where}: {one.name} is the person of {seen[key].where}, by their "
                f"{key[0]}; leave one row out, or give both a number of their own"
            )
        seen[key] = one
