"""The rules that every movement must keep, generated or from a file: their specification."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from scorepad.language import Text, text
from scorepad.movement.model import Movement

Key = TypeVar("Key", bound=Hashable)


class Fault(NamedTuple):
    """A broken rule. `place`: index of the meeting in the schedule in which it shows, from 0."""

    rule: str
    place: int
    what: Text
    right: Text


def find_faults(movement: Movement) -> list[Fault]:
    """Return every broken rule, rule by rule; an empty list if the movement can be played."""
    return [
        Fault(name, place, what, right)
        for name, (rule, right) in RULES.items()
        for place, what in rule(movement)
    ]


Faults = Iterator[tuple[int, Text]]  # where a rule is broken, and what is wrong there


def _rounds(movement: Movement) -> Faults:
    present = {meeting.round for meeting in movement.schedule}
    for number in sorted(present):
        if number > 1 and number - 1 not in present:
            about = {"number": number, "before": number - 1}
            wrong = text("round {number} follows, and no round {before}", **about)
            yield _first(movement, number), wrong


def _tables(movement: Movement) -> Faults:
    meetings = enumerate(movement.schedule)
    keys = ((place, (meeting.round, meeting.table)) for place, meeting in meetings)
    for place, _, (number, table) in _twice(keys):
        about = {"table": table, "round": number}
        yield place, text("table {table} has two lines in round {round}", **about)


def _seats(movement: Movement) -> Faults:
    sitting = (
        (place, (meeting.round, pair))
        for place, meeting in enumerate(movement.schedule)
        for pair in meeting.pairs
    )
    for place, earlier, (number, pair) in _twice(sitting):
        table, other = (movement.schedule[n].table for n in (earlier, place))
        about = {"pair": pair, "table": table, "other": other, "round": number}
        wrong = text("pair {pair} sits at tables {table} and {other} in round {round}", **about)
        if place == earlier:
            wrong = text("pair {pair} sits both ways at table {table} in round {round}", **about)
        yield place, wrong


def _numbers_of_boards(movement: Movement) -> Faults:
    for place, meeting in enumerate(movement.schedule):
        if len(meeting.boards) != movement.boards_per_round:
            about = {"boards": len(meeting.boards), "first": movement.boards_per_round}
            yield place, text("{boards} boards, where the first line has {first}", **about)


def _boards(movement: Movement) -> Faults:
    playing = (
        (place, (pair, board))
        for place, meeting in enumerate(movement.schedule)
        for pair in dict.fromkeys(meeting.pairs)
        for board in meeting.boards
    )
    for place, earlier, (pair, board) in _twice(playing):
        first, later = (movement.schedule[n].round for n in (earlier, place))
        about = {"pair": pair, "board": board, "first": first, "later": later}
        yield place, text("pair {pair} has board {board} in rounds {first} and {later}", **about)


def _opponents(movement: Movement) -> Faults:
    if movement.may_meet_again:
        return
    meetings = enumerate(movement.schedule)
    for place, earlier, pairs in _twice((n, frozenset(meeting.pairs)) for n, meeting in meetings):
        first, later = (movement.schedule[n].round for n in (earlier, place))
        about = {"one": min(pairs), "other": max(pairs), "first": first, "later": later}
        yield place, text("pairs {one} and {other} meet in rounds {first} and {later}", **about)


def _shared(movement: Movement) -> Faults:
    declared = {
        (number, frozenset((table, other)))
        for number, tables in movement.shares
        for table in tables
        for other in tables
    }
    lying = (
        (place, (meeting.round, board))
        for place, meeting in enumerate(movement.schedule)
        for board in meeting.boards
    )
    for place, earlier, (number, board) in _twice(lying):
        tables = [movement.schedule[n].table for n in (earlier, place)]
        if (number, frozenset(tables)) not in declared:
            about = {"board": board, "one": tables[0], "other": tables[1], "round": number}
            wrong = text("board {board} is at tables {one} and {other} in round {round}", **about)
            yield place, wrong


def _sit_outs(movement: Movement) -> Faults:
    for number, earlier, pair in _twice(movement.sit_outs):
        about = {"pair": pair, "first": earlier, "later": number}
        wrong = text("pair {pair} sits out rounds {first} and {later}", **about)
        yield _first(movement, number), wrong


def _first(movement: Movement, number: int) -> int:
    places = (place for place, meeting in enumerate(movement.schedule) if meeting.round == number)
    return next(places, 0)


def _twice(keys: Iterable[tuple[int, Key]]) -> Iterator[tuple[int, int, Key]]:
    """Yield each repeated key: its index, the index of its first occurrence, the key."""
    seen = dict[Key, int]()
    for place, key in keys:
        if key in seen:
            yield place, seen[key], key
        else:
            seen[key] = place


# By name: what finds the faults, and what would be right.
RULES: dict[str, tuple[Callable[[Movement], Faults], Text]] = {
    "rounds": (_rounds, text("rounds are numbered from 1, and none is left out")),
    "tables": (_tables, text("a table has two pairs in a round")),
    "seats": (_seats, text("nobody sits twice in a round")),
    "board-numbers": (_numbers_of_boards, text("all play the same number of boards in a round")),
    "boards": (_boards, text("no pair plays a board twice")),
    "opponents": (_opponents, text("no two pairs meet twice")),
    "shares": (_shared, text("tables say so if they share boards (column shares)")),
    "sit-outs": (_sit_outs, text("a pair sits out once at most")),
}
