"""What follows from a movement: where pairs and boards go next, what rests, who misses what."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scorepad.movement.model import Movement


class Relay(NamedTuple):
    """Boards that no table plays in a round; `next_table`: where they go then, 0 if nowhere."""

    round: int
    boards: tuple[int, ...]
    next_table: int


def find_relays(movement: Movement) -> list[Relay]:
    """Return the boards without a table in each round, also if a missing pair is the reason."""
    return [
        Relay(number, boards, find_next_table(movement, boards, number))
        for number in range(1, movement.rounds + 1)
        for boards in movement.board_sets
        if not find_tables(movement, boards, number)
    ]


def find_next_table(movement: Movement, boards: tuple[int, ...], number: int) -> int:
    """Return the table at which boards are next played after a round, 0 if nowhere."""
    later = [
        (meeting.round, meeting.table)
        for meeting in movement.schedule
        if meeting.boards == boards and meeting.round > number
    ]
    return min(later)[1] if later else 0


def find_relay_stands(movement: Movement) -> list[tuple[int, int]]:
    """Return the pairs of tables between which boards rest on their way."""
    at = defaultdict[tuple[int, ...], list[tuple[int, int]]](list)
    for meeting in movement.schedule:
        at[meeting.boards].append((meeting.round, meeting.table))
    return sorted(
        {
            (min(table, following), max(table, following))
            for stops in map(sorted, at.values())
            for (number, table), (later, following) in pairwise(stops)
            if later > number + 1
        }
    )


def find_tables(movement: Movement, boards: tuple[int, ...], number: int) -> list[int]:
    """Return the tables that have one of these boards in a round."""
    return sorted({t for board in boards for t in movement.tables_with.get((number, board), [])})


def find_missed_boards(movement: Movement) -> dict[tuple[int, ...], list[int]]:
    """Return pairs by the boards of the event that they do not play, without complete pairs."""
    every = {board for boards in movement.board_sets for board in boards}
    played = defaultdict[int, set[int]](set)
    for meeting in movement.schedule:
        for pair in meeting.pairs:
            played[pair].update(meeting.boards)
    missing = defaultdict[tuple[int, ...], list[int]](list)
    for pair in movement.pairs:
        if lacks := every - played[pair]:
            missing[tuple(sorted(lacks))].append(pair)
    return dict(missing)


def iter_shared_rounds(movement: Movement) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Yield tables that share boards, with the rounds in which they do."""
    rounds = defaultdict[tuple[int, ...], list[int]](list)
    for number, tables in movement.shares:
        rounds[tables].append(number)
    yield from sorted(rounds.items())
