"""What a movement must keep, whoever made it. This is the specification of them all."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from scorepad.movement.model import Movement

Key = TypeVar("Key", bound=Hashable)


class Fault(NamedTuple):
    """A rule that is broken. `place`: the meeting of the schedule in which it shows, from 0."""

    rule: str
    place: int
    what: str
    right: str


def faults(movement: Movement) -> list[Fault]:
    """All of them, rule by rule; none if the movement can be played."""
    return [
        Fault(name, place, what, right)
        for name, (rule, right) in RULES.items()
        for place, what in rule(movement)
    ]


Faults = Iterator[tuple[int, str]]  # where a rule is broken, and what is wrong there


def _rounds(movement: Movement) -> Faults:
    present = {meeting.round for meeting in movement.schedule}
    for number in sorted(present):
        if number > 1 and number - 1 not in present:
            yield _first(movement, number), f"round {number} follows, and no round {number - 1}"


def _tables(movement: Movement) -> Faults:
    meetings = enumerate(movement.schedule)
    for place, _, (number, table) in _twice((n, (one.round, one.table)) for n, one in meetings):
        yield place, f"table {table} has two lines in round {number}"


def _seats(movement: Movement) -> Faults:
    sitting = (
        (place, (one.round, pair))
        for place, one in enumerate(movement.schedule)
        for pair in one.pairs
    )
    for place, earlier, (number, pair) in _twice(sitting):
        tables = [movement.schedule[n].table for n in (earlier, place)]
        at = f"at tables {tables[0]} and {tables[1]}"
        if place == earlier:
            at = f"both ways at table {tables[0]}"
        yield place, f"pair {pair} sits {at} in round {number}"


def _numbers_of_boards(movement: Movement) -> Faults:
    for place, one in enumerate(movement.schedule):
        if len(one.boards) != movement.boards_per_round:
            yield (
                place,
                f"{len(one.boards)} boards, where the first line has {movement.boards_per_round}",
            )


def _boards(movement: Movement) -> Faults:
    playing = (
        (place, (pair, board))
        for place, one in enumerate(movement.schedule)
        for pair in dict.fromkeys(one.pairs)
        for board in one.boards
    )
    for place, earlier, (pair, board) in _twice(playing):
        rounds = [movement.schedule[n].round for n in (earlier, place)]
        yield place, f"pair {pair} has board {board} in rounds {rounds[0]} and {rounds[1]}"


def _opponents(movement: Movement) -> Faults:
    if movement.may_meet_again:
        return
    meeting = ((place, frozenset(one.pairs)) for place, one in enumerate(movement.schedule))
    for place, earlier, pairs in _twice(meeting):
        rounds = [movement.schedule[n].round for n in (earlier, place)]
        who = " and ".join(map(str, sorted(pairs)))
        yield place, f"pairs {who} meet in rounds {rounds[0]} and {rounds[1]}"


def _shared(movement: Movement) -> Faults:
    declared = {
        (number, frozenset((one, other)))
        for number, tables in movement.shares
        for one in tables
        for other in tables
    }
    lying = (
        (place, (one.round, board))
        for place, one in enumerate(movement.schedule)
        for board in one.boards
    )
    for place, earlier, (number, board) in _twice(lying):
        tables = [movement.schedule[n].table for n in (earlier, place)]
        if (number, frozenset(tables)) not in declared:
            yield (
                place,
                f"board {board} is at tables {tables[0]} and {tables[1]} in round {number}",
            )


def _sit_outs(movement: Movement) -> Faults:
    for number, earlier, pair in _twice(movement.sit_outs):
        yield _first(movement, number), f"pair {pair} sits out rounds {earlier} and {number}"


def _first(movement: Movement, number: int) -> int:
    places = (place for place, one in enumerate(movement.schedule) if one.round == number)
    return next(places, 0)


def _twice(keys: Iterable[tuple[int, Key]]) -> Iterator[tuple[int, int, Key]]:
    """Each key that was there before: where it is, where it was first."""
    seen = dict[Key, int]()
    for place, key in keys:
        if key in seen:
            yield place, seen[key], key
        else:
            seen[key] = place


# By name: what finds the faults, and what would be right.
RULES: dict[str, tuple[Callable[[Movement], Faults], str]] = {
    "rounds": (_rounds, "rounds are numbered from 1, and none is left out"),
    "tables": (_tables, "a table has two pairs in a round"),
    "seats": (_seats, "nobody sits twice in a round"),
    "board-numbers": (_numbers_of_boards, "all play the same number of boards in a round"),
    "boards": (_boards, "no pair plays a board twice"),
    "opponents": (_opponents, "no two pairs meet twice"),
    "shares": (_shared, "tables say so if they share boards (column shares)"),
    "sit-outs": (_sit_outs, "a pair sits out once at most"),
}
