"""A movement: who meets whom where with which boards, who sits out, and what is not played."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from scorepad.club.duplicate.hundredths import format_hundredths, hundredths
from scorepad.language import joined, marked, text, text_counted
from scorepad.movement.balance import balance
from scorepad.movement.following import (
    find_missed_boards,
    find_relay_stands,
    find_relays,
    iter_shared_rounds,
)
from scorepad.movement.model import Meeting, Movement
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.wording import both, ranges, visible

_GRID = marked("N-S : E-W and boards, at each table")
_WIDE = 5  # tables; with more a terminal needs their columns close together


def report(movements: list[Movement]) -> Report:
    """Return a movement, or the sections of an event one after another."""
    return Report(heading(movements), sections(movements))


def sections(movements: list[Movement]) -> list[Section]:
    """Return the grid and the notes of each movement."""
    listed = list[Section]()
    for movement in movements:
        title = joined(figures(movement), " · ") if len(movements) > 1 else text(_GRID)
        listed += [_grid(movement, title), Section(lines=list(_lines(movement)))]
    return listed


def heading(movements: list[Movement]) -> str:
    if len(movements) == 1:
        return joined(figures(movements[0]), " · ")
    pairs = sum(len(movement.pairs) for movement in movements)
    return text("{pairs} pairs in {sections} sections", pairs=pairs, sections=len(movements))


def figures(movement: Movement) -> list[str]:
    rounds = text_counted(movement.rounds, "{number} round", "{number} rounds")
    boards = text_counted(movement.boards_per_round, "{number} board", "{number} boards")
    return [
        visible(movement.name),
        text_counted(len(movement.pairs), "{number} pair", "{number} pairs"),
        text_counted(len(movement.tables), "{number} table", "{number} tables"),
        text("{rounds} of {boards}", rounds=rounds, boards=boards),
        _winners(movement),
    ]


def _winners(movement: Movement) -> str:
    if movement.winners == 1:
        return text("one winner, balance {balance}", balance=format_hundredths(balance(movement)))
    return text("two winners")


def _grid(movement: Movement, title: str) -> Section:
    playing = {(meeting.round, meeting.table): meeting for meeting in movement.schedule}
    out = defaultdict[int, list[int]](list)
    for number, pair in movement.sit_outs:
        out[number].append(pair)
    rows = [
        [
            str(number),
            *(_cell(playing.get((number, table))) for table in movement.tables),
            *[ranges(out[number])] * bool(movement.sit_outs),
        ]
        for number in range(1, movement.rounds + 1)
    ]
    first = text("Round")
    tables = [text("T{number}", number=table) for table in movement.tables]
    sitting = [text("Sits out")] * bool(movement.sit_outs)
    heads = layout(first, *tables, *sitting, numbers=(first,))
    return Section(title, table=Table(heads, rows, close=len(tables) > _WIDE))


def _cell(meeting: Meeting | None) -> str:
    return f"{meeting.ns}:{meeting.ew} {ranges(meeting.boards)}" if meeting else ""


def _lines(movement: Movement) -> Iterator[str]:
    """Yield where boards are shared, where they rest, and which pairs miss which boards."""
    every = list(range(1, movement.rounds + 1))
    for tables, rounds in iter_shared_rounds(movement):
        yield _share(_format_numbers(tables), [] if rounds == every else rounds)
    if not movement.sit_outs and (stands := find_relay_stands(movement)):
        where = joined(both(map(str, stand)) for stand in stands)
        yield text("Boards rest between tables {tables}.", tables=where)
    missing = find_missed_boards(movement)
    for boards, pairs in missing.items():
        yield text_counted(
            len(pairs),
            "Pair {pairs} does not play {boards}.",
            "Pairs {pairs} do not play {boards}.",
            pairs=_format_numbers(pairs),
            boards=text_counted(
                len(boards), "board {boards}", "boards {boards}", boards=_format_numbers(boards)
            ),
        )
    if not missing:
        yield text("Every pair plays every board.")


def _share(tables: str, rounds: list[int]) -> str:
    """Return which tables share boards; `rounds`: empty for every round."""
    if not rounds:
        return text("Tables {tables} share boards in every round.", tables=tables)
    return text_counted(
        len(rounds),
        "Tables {tables} share boards in round {rounds}.",
        "Tables {tables} share boards in rounds {rounds}.",
        tables=tables,
        rounds=_format_numbers(rounds),
    )


def _format_numbers(numbers: Iterable[int]) -> str:
    first, comma, last = ranges(numbers).rpartition(", ")
    return both([first, last]) if comma else last


def for_programs(movements: list[Movement]) -> dict[str, Any]:
    listed = [one_for_programs(movement) for movement in movements]
    return listed[0] if len(listed) == 1 else {"sections": listed}


def one_for_programs(movement: Movement) -> dict[str, Any]:
    """Return a movement. The balance has two decimals, None with two winners."""
    one_winner = movement.winners == 1
    return {
        "kind": movement.kind,
        "name": movement.name,
        "pairs": len(movement.pairs),
        "tables": len(movement.tables),
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_round,
        "winners": movement.winners,
        "balance": hundredths(balance(movement)) / 100 if one_winner else None,
        "schedule": [asdict(meeting) for meeting in movement.schedule],
        "sit_outs": [out._asdict() for out in movement.sit_outs],
        "shares": [share._asdict() for share in movement.shares],
        "relays": [
            {**relay._asdict(), "next_table": relay.next_table or None}
            for relay in find_relays(movement)
        ],
    }
