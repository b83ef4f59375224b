"""Reads movements from a file: CSV, or JSON with the same fields or as the program prints it.

A line is a table in a round: round, table, ns, ew, first board, last board. In CSV a further
column names the other tables that have the same boards in this round: shares.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorepad import csv_file, wording
from scorepad.language import joined, marked, text
from scorepad.movement import json_rows, model
from scorepad.movement.checker import find_faults
from scorepad.movement.json_rows import Rows, Shares, bad_file
from scorepad.movement.sections import find_fault
from scorepad.upload import Upload

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


def read_movements(upload: Upload, may_meet_again: bool = False) -> list[model.Movement]:
    """Return the movement of a file, or of each section of its event, if they keep every rule.

    Raise UserError for the first fault, with file and line.
    """
    file, content = upload.name, csv_file.text_of(upload)
    name = text("from {file}", file=wording.visible(Path(file).name))
    is_json = content.lstrip()[:1] in ("[", "{")
    listed = json_rows.sections(file, content) if is_json else [_of_csv(file, content)]
    sections = [
        (model.Movement("file", name, *_section(file, *section), may_meet_again), section[0])
        for section in listed
    ]
    for movement, rows in sections:
        _check_rules(movement, [where for where, _ in rows])
    movements = [movement for movement, _ in sections]
    if between := find_fault(movements):
        raise bad_file(file, between)
    return movements


def _check_rules(movement: model.Movement, origins: list[str]) -> None:
    """Raise UserError if a rule is broken; `origins`: file and line of each meeting."""
    found = find_faults(movement)
    if found:
        first = found[0]
        right = first.right
        if first.rule == "opponents":
            right = joined([right, text("unless two pairs may meet more than once")])
        what = joined([first.what, right], "; ")
        if len(found) > 1:
            what = text("{what} (the first of {number} faults)", what=what, number=len(found))
        raise bad_file(origins[first.place], what)


def _of_csv(file: str, content: str) -> tuple[Rows, Shares]:
    rows = csv_file.rows_of(file, content)
    where, head = next(rows, (file, []))
    columns = [cell.casefold().replace("_", " ") for cell in head]
    if sorted(set(columns) - {_SHARES}) != sorted(_COLUMNS) or len(set(columns)) < len(columns):
        known = {"columns": ", ".join(_COLUMNS), "shares": _SHARES}
        named = marked(
            "the first row names the columns: {columns}, and {shares} if tables share boards"
        )
        raise bad_file(where, text(named, **known))
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
        raise bad_file(file, text("there is no table and no round in it"))
    there = {(meeting.round, meeting.table) for meeting in meetings}
    return meetings, tuple(dict.fromkeys(_share(*share, there) for share in declared))


def _share(
    where: str, said: object, listed: list[object], there: set[tuple[int, int]]
) -> model.Share:
    """Return shared tables. Raise UserError if one has no meeting, or shares with itself."""
    number = _number(where, "round", said)
    tables = [_number(where, _SHARES, table) for table in listed]
    for table in tables:
        if (number, table) not in there:
            about = {"table": table, "round": number}
            raise bad_file(
                where, text("shares {table}: round {round} has no table {table}", **about)
            )
    if len(set(tables)) == 1:
        itself = text("shares {table}: that is table {table} itself", table=tables[0])
        raise bad_file(where, itself)
    return model.Share(number, tuple(sorted(set(tables))))


def _meeting(where: str, row: dict[str, Any]) -> model.Meeting:
    number, table, ns, ew = (_number(where, name, row[name]) for name in _COLUMNS[:4])
    return model.Meeting(number, table, ns, ew, tuple(_boards(where, row)))


def _boards(where: str, row: dict[str, Any]) -> Iterator[int]:
    if "boards" in row:
        boards = [_number(where, "board", board) for board in row["boards"]]
        if boards != list(range(boards[0], boards[0] + len(boards))):
            said = wording.ranges(boards)
            apart = marked("boards {boards}: those of a round follow one another, as 1-3")
            raise bad_file(where, text(apart, boards=said))
        yield from boards
        return
    first, last = (_number(where, name, row[name]) for name in _COLUMNS[4:])
    if first > last:
        above = marked("boards {first} to {last}: the first is not above the last")
        raise bad_file(where, text(above, first=first, last=last))
    yield from range(first, last + 1)


def _number(where: str, name: str, given: object) -> int:
    said = given if isinstance(given, str) else repr(given)
    most = _MOST[name]
    if not (said.isascii() and said.isdigit() and len(said) < 5 and 1 <= int(said) <= most):
        shown = wording.visible(said[:40]) or text("nothing")
        about = {"name": name, "given": shown, "most": most}
        what = text("{name} {given}: it is a whole number from 1 to {most}", **about)
        if name in ("ns", "ew"):
            what = joined([what, text("a pair that sits out has no line")], "; ")
        raise bad_file(where, what)
    return int(said)
