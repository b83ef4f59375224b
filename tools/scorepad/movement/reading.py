"""Reads movements from a file: CSV, or JSON with the same fields or as the program prints it.

A line is a table in a round: round, table, ns, ew, first board, last board. In CSV a further
column names the other tables that have the same boards in this round: shares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorepad import csv_file, wording
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.movement import json_rows
from scorepad.movement.checker import faults
from scorepad.movement.model import (
    MOST_BOARDS,
    MOST_PAIRS,
    MOST_ROUNDS,
    MOST_TABLES,
    Meeting,
    Movement,
    Share,
)
from scorepad.movement.sections import fault_between

_MOST = {
    "round": MOST_ROUNDS,
    "table": MOST_TABLES,
    "ns": MOST_PAIRS,
    "ew": MOST_PAIRS,
    "first board": MOST_BOARDS,
    "last board": MOST_BOARDS,
    "board": MOST_BOARDS,
    "shares": MOST_TABLES,
}
_COLUMNS = ("round", "table", "ns", "ew", "first board", "last board")
_SHARES = "shares"


@dataclass(frozen=True)
class ReadMovement:
    """`origins`: where each meeting of the schedule stands, as file and line."""

    movement: Movement
    origins: list[str]


def read(file: str, may_meet_again: bool = False) -> list[Movement]:
    """The movement of a file, or of each section of its event, if they keep every rule.

    Raises UserError for the first fault, with file and line.
    """
    text = csv_file.text_of(file)
    name = say("from {file}", file=wording.visible(Path(file).name))
    listed = _of_json(file, text) if text.lstrip()[:1] in ("[", "{") else [_of_csv(file, text)]
    sections = [_made(name, *one, may_meet_again) for one in listed]
    for one in sections:
        _refuse(one)
    movements = [one.movement for one in sections]
    if between := fault_between(movements):
        raise UserError(f"{file}: {between}")
    return movements


_Lines = list[tuple[str, Meeting]]


def _made(name: str, lines: _Lines, shares: list[Share], again: bool) -> ReadMovement:
    schedule = tuple(meeting for _, meeting in lines)
    movement = Movement("file", name, schedule, tuple(shares), again)
    return ReadMovement(movement, [where for where, _ in lines])


def _refuse(one: ReadMovement) -> None:
    """Raises UserError for what breaks a rule."""
    found = faults(one.movement)
    if found:
        first = found[0]
        more = f" (the first of {len(found)} faults)" if len(found) > 1 else ""
        unless = ", unless --meet-again allows it" if first.rule == "opponents" else ""
        raise UserError(f"{one.origins[first.place]}: {first.what}; {first.right}{unless}{more}")


def _of_csv(file: str, text: str) -> tuple[_Lines, list[Share]]:
    rows = csv_file.rows_of(file, text)
    where, head = next(rows, (file, []))
    columns = [cell.casefold().replace("_", " ") for cell in head]
    if sorted(set(columns) - {_SHARES}) != sorted(_COLUMNS) or len(set(columns)) < len(columns):
        raise UserError(
            f"{where}: the first row names the columns: {', '.join(_COLUMNS)}, and {_SHARES} "
            "if tables share boards"
        )
    lines, shares = _Lines(), list[tuple[str, Share]]()
    for where, cells in rows:
        row = dict(zip(columns, cells, strict=True))
        others = row.pop(_SHARES, "").split()
        meeting = _meeting(where, row)
        lines.append((where, meeting))
        if others:
            tables = (meeting.table, *(_number(where, _SHARES, other) for other in others))
            shares.append((where, Share(meeting.round, tables)))
    return _whole(file, lines), _known_shares(lines, shares)


def _of_json(file: str, text: str) -> list[tuple[_Lines, list[Share]]]:
    sections = list[tuple[_Lines, list[Share]]]()
    for rows, shares in json_rows.sections(file, text):
        lines = [(where, _meeting(where, row)) for where, row in rows]
        declared = [
            (
                file,
                Share(
                    _number(file, "round", number),
                    tuple(_number(file, _SHARES, t) for t in tables),
                ),
            )
            for number, tables in shares
        ]
        sections.append((_whole(file, lines), _known_shares(lines, declared)))
    return sections


def _whole(file: str, lines: _Lines) -> _Lines:
    """Raises UserError if there is nothing."""
    if not lines:
        raise UserError(f"{file}: there is no table and no round in it")
    return lines


def _known_shares(lines: _Lines, shares: list[tuple[str, Share]]) -> list[Share]:
    """Raises UserError for a table that nobody plays at, or that shares with itself."""
    there = {(meeting.round, meeting.table) for _, meeting in lines}
    for where, (number, tables) in shares:
        for table in tables:
            if (number, table) not in there:
                raise UserError(f"{where}: shares {table}: round {number} has no table {table}")
        if len(set(tables)) == 1:
            raise UserError(f"{where}: shares {tables[0]}: that is table {tables[0]} itself")
    return list(dict.fromkeys(Share(n, tuple(sorted(set(tables)))) for _, (n, tables) in shares))


def _meeting(where: str, row: dict[str, Any]) -> Meeting:
    """A line. Raises UserError."""
    number, table, ns, ew = (_number(where, name, row[name]) for name in _COLUMNS[:4])
    return Meeting(number, table, ns, ew, tuple(_boards(where, row)))


def _boards(where: str, row: dict[str, Any]) -> Iterator[int]:
    if "boards" in row:
        boards = [_number(where, "board", board) for board in row["boards"]]
        if boards != list(range(boards[0], boards[0] + len(boards))):
            said = wording.ranges(boards)
            raise UserError(f"{where}: boards {said}: those of a round follow one another, as 1-3")
        yield from boards
        return
    first, last = (_number(where, name, row[name]) for name in _COLUMNS[4:])
    if first > last:
        raise UserError(f"{where}: boards {first} to {last}: the first is not above the last")
    yield from range(first, last + 1)


def _number(where: str, name: str, given: object) -> int:
    """A whole number in its range. Raises UserError."""
    text = given if isinstance(given, str) else repr(given)
    most = _MOST[name]
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= most):
        shown = wording.visible(text[:40]) or "nothing"
        rest = "; a pair that sits out has no line" if name in ("ns", "ew") else ""
        raise UserError(f"{where}: {name} {shown}: it is a whole number from 1 to {most}{rest}")
    return int(text)
