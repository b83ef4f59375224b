"""A movement: who meets whom where with which boards, who sits out, and what is not played."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from scorepad.club.duplicate.hundredths import hundredths, written
from scorepad.movement.balance import balance
from scorepad.movement.following import Relay, missed, relay_stands, relays, shared_rounds
from scorepad.movement.model import Meeting, Movement
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.wording import counted, ranges, visible

_GRID = "N-S : E-W and boards, at each table"
_WIDE = 5  # tables; with more a terminal needs their columns close together


def report(movements: list[Movement]) -> Report:
    """One movement, or the sections of an event one after another."""
    return Report(heading(movements), sections(movements))


def sections(movements: list[Movement]) -> list[Section]:
    """What is said of each."""
    listed = list[Section]()
    for movement in movements:
        title = " · ".join(figures(movement)) if len(movements) > 1 else _GRID
        listed += [_grid(movement, title), Section(lines=list(_lines(movement)))]
    return listed


def heading(movements: list[Movement]) -> str:
    """What it is."""
    if len(movements) == 1:
        return " · ".join(figures(movements[0]))
    pairs = sum(len(movement.pairs) for movement in movements)
    return f"{pairs} pairs in {len(movements)} sections"


def figures(movement: Movement) -> list[str]:
    """Name and numbers."""
    one = f"one winner, balance {written(balance(movement))}"
    return [
        visible(movement.name),
        f"{len(movement.pairs)} pairs",
        counted(len(movement.tables), "table"),
        f"{counted(movement.rounds, 'round')} of {counted(movement.boards_per_round, 'board')}",
        one if movement.winners == 1 else "two winners",
    ]


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
    tables = [f"T{table}" for table in movement.tables]
    sitting = ["Sits out"] * bool(movement.sit_outs)
    heads = layout("Round", *tables, *sitting, numbers=("Round",))
    return Section(title, table=Table(heads, rows, close=len(tables) > _WIDE))


def _cell(meeting: Meeting | None) -> str:
    return f"{meeting.ns}:{meeting.ew} {ranges(meeting.boards)}" if meeting else ""


def _lines(movement: Movement) -> Iterator[str]:
    """Where boards are shared, where they rest, and who misses what."""
    every = list(range(1, movement.rounds + 1))
    for tables, rounds in shared_rounds(movement):
        when = "in every round" if rounds == every else f"in {_named('round', rounds)}"
        yield f"{_named('table', tables).capitalize()} share boards {when}."
    if not movement.sit_outs and (stands := relay_stands(movement)):
        where = ", ".join(f"{one} and {other}" for one, other in stands)
        yield f"Boards rest between tables {where}."
    missing = missed(movement)
    for boards, pairs in missing.items():
        verb = "does" if len(pairs) == 1 else "do"
        what = _named("board", boards)
        yield f"{_named('pair', pairs).capitalize()} {verb} not play {what}."
    if not missing:
        yield "Every pair plays every board."


def _named(what: str, numbers: Iterable[int]) -> str:
    listed = list(numbers)
    first, comma, last = ranges(listed).rpartition(", ")
    return f"{what}{'s' * (len(listed) > 1)} {first}{' and ' * bool(comma)}{last}"


def for_programs(movements: list[Movement]) -> dict[str, Any]:
    """A movement, or the sections of an event."""
    listed = [one_for_programs(movement) for movement in movements]
    return listed[0] if len(listed) == 1 else {"sections": listed}


def one_for_programs(movement: Movement) -> dict[str, Any]:
    """A movement. The balance is rounded to two decimals; two winners have none."""
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
        "schedule": [_meeting(meeting) for meeting in movement.schedule],
        "sit_outs": [{"round": out.round, "pair": out.pair} for out in movement.sit_outs],
        "shares": [{"round": n, "tables": list(tables)} for n, tables in movement.shares],
        "relays": [_relay(relay) for relay in relays(movement)],
    }


def _meeting(meeting: Meeting) -> dict[str, Any]:
    return {
        "round": meeting.round,
        "table": meeting.table,
        "ns": meeting.ns,
        "ew": meeting.ew,
        "boards": list(meeting.boards),
    }


def _relay(relay: Relay) -> dict[str, Any]:
    return {
        "round": relay.round,
        "boards": list(relay.boards),
        "next_table": relay.next_table or None,
    }
