"""Reads movements from a file: CSV, or JSON with the same fields or as the program prints it.

A line is a table in a round: round, table, ns, ew, first board, last board. In CSV a further
column names the other tables that have the same boards in this round: shares.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorepad import csv_file, wording
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.movement import json_rows, model
from scorepad.movement.checker import faults
from scorepad.movement.json_rows import Rows, Shares
from scorepad.movement.sections import fault_between

_MOST = {
    "round": model.MOST_ROUNDS,
    "table": model.MOST_TABLES,
    "ns": model.MOST_PAIRS,
    "ew": model.MOST_PAIRS,
    "first board": model.MOST_BOARDS,
    "last board": model.MOST_BOARDS,
    "board": model.MOST_BOARDS,
    "shares": model.MOST_TABLES,
}
_COLUMNS = ("round", "table", "ns", "ew", "first board", "last board")
_SHARES = "shares"


def read(file: str, may_meet_again: bool = False) -> list[model.Movement]:
    """The movement of a file, or of each section of its event, if they keep every rule.

    Raises UserError for the first fault, with file and line.
    """
    text = csv_file.text_of(file)
    name = say("from {file}", file=wording.visible(Path(file).name))
    is_json = text.lstrip()[:1] in ("[", "{")
    listed = json_rows.sections(file, text) if is_json else [_of_csv(file, text)]
    sections = [
        (model.Movement("file", name, *_section(file, *one), may_meet_again), one[0])
        for one in listed
    ]
    for movement, rows in sections:
        _refuse(movement, [where for where, _ in rows])
    movements = [movement for movement, _ in sections]
    if between := fault_between(movements):
        raise UserError(f"{file}: {between}")
    return movements


def _refuse(movement: model.Movement, origins: list[str]) -> None:
    """Raises UserError for what breaks a rule; `origins`: of the meetings, as file and line."""
    found = faults(movement)
    if found:
        first = found[0]
        more = f" (the first of {len(found)} faults)" if len(found) > 1 else ""
        unless = ", unless --meet-again allows it" if first.rule == "opponents" else ""
        raise UserError(f"{origins[first.place]}: {first.what}; {first.right}{unless}{more}")


def _of_csv(file: str, text: str) -> tuple[Rows, Shares]:
    rows = csv_file.rows_of(file, text)
    where, head = next(rows, (file, []))
    columns = [cell.casefold().replace("_", " ") for cell in head]
    if sorted(set(columns) - {_SHARES}) != sorted(_COLUMNS) or len(set(columns)) < len(columns):
        raise UserError(
            f"{where}: the first row names the columns: {', '.join(_COLUMNS)}, and {_SHARES} "
            "if tables share boards"
        )
    listed, shares = Rows(), Shares()
    for where, cells in rows:
        row = dict(zip(columns, cells, strict=True))
        if others := row.pop(_SHARES, "").split():
            shares.append((where, row["round"], [row["table"], *others]))
        listed.append((where, row))
    return listed, shares


def _section(
    file: str, rows: Rows, declared: Shares
) -> tuple[tuple[model.Meeting, ...], tuple[model.Share, ...]]:
    meetings = tuple(_meeting(where, row) for where, row in rows)
    if not meetings:
        raise UserError(f"{file}: there is no table and no round in it")
    there = {(meeting.round, meeting.table) for meeting in meetings}
    return meetings, tuple(dict.fromkeys(_share(*one, there) for one in declared))


def _share(
    where: str, said: object, listed: list[object], there: set[tuple[int, int]]
) -> model.Share:
    """Raises UserError for a table that nobody plays at, or that shares with itself."""
    number = _number(where, "round", said)
    tables = [_number(where, _SHARES, table) for table in listed]
    for table in tables:
        if (number, table) not in there:
            raise UserError(f"{where}: shares {table}: round {number} has no table {table}")
    if len(set(tables)) == 1:
        raise UserError(f"{where}: shares {tables[0]}: that is table {tables[0]} itself")
    return model.Share(number, tuple(sorted(set(tables))))


def _meeting(where: str, row: dict[str, Any]) -> model.Meeting:
    number, table, ns, ew = (_number(where, name, row[name]) for name in _COLUMNS[:4])
    return model.Meeting(number, table, ns, ew, tuple(_boards(where, row)))


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
    text = given if isinstance(given, str) else repr(given)
    most = _MOST[name]
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= most):
        shown = wording.visible(text[:40]) or "nothing"
        rest = "; a pair that sits out has no line" if name in ("ns", "ew") else ""
        raise UserError(f"{where}: {name} {shown}: it is a whole number from 1 to {most}{rest}")
    return int(text)
