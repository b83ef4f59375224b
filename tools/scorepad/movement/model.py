"""What a movement is: which pairs meet at which table, in which round, with which boards."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from scorepad.errors import UserError
from scorepad.language import text

MOST_ROUNDS = MOST_TABLES = MOST_BOARDS = 99
MOST_PAIRS = 2 * MOST_TABLES


class NoSuchMovement(UserError):
    """No such movement exists; the text names the limits."""


@dataclass(frozen=True)
class Meeting:
    """Two pairs at a table in a round. All numbers begin with 1."""

    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    @property
    def pairs(self) -> tuple[int, int]:
        """The pair numbers of N-S and E-W."""
        return self.ns, self.ew


class Share(NamedTuple):
    """Tables that play the same boards in one round, and pass them back and forth."""

    round: int
    tables: tuple[int, ...]


class SitOut(NamedTuple):
    """A pair without opponents in a round."""

    round: int
    pair: int


@dataclass(frozen=True)
class Movement:
    """A movement of one section. Its rules are checked by the checker.

    `kind`: `mitchell`, `howell` or `file`. `may_meet_again`: two pairs may meet more than once.
    """

    kind: str
    name: str
    schedule: tuple[Meeting, ...]
    shares: tuple[Share, ...] = ()
    may_meet_again: bool = False

    @cached_property
    def pairs(self) -> list[int]:
        """The pair numbers, in order."""
        return sorted(set(chain.from_iterable(meeting.pairs for meeting in self.schedule)))

    @cached_property
    def tables(self) -> list[int]:
        return sorted({meeting.table for meeting in self.schedule})

    @cached_property
    def rounds(self) -> int:
        return max(meeting.round for meeting in self.schedule)

    @cached_property
    def board_sets(self) -> list[tuple[int, ...]]:
        """The boards that are moved together."""
        return sorted({meeting.boards for meeting in self.schedule})

    @property
    def boards_per_round(self) -> int:
        """The number of boards that two pairs play against each other."""
        return len(self.schedule[0].boards)

    @cached_property
    def winners(self) -> int:
        """The number of winners: 1 if a pair sits both ways, else 2, one a direction."""
        sides = [{getattr(meeting, side) for meeting in self.schedule} for side in ("ns", "ew")]
        return 1 if sides[0] & sides[1] else 2

    @cached_property
    def sit_outs(self) -> list[SitOut]:
        """The pairs that sit out, by rounds."""
        return [
            SitOut(number, pair)
            for number in range(1, self.rounds + 1)
            for pair in self.pairs
            if (number, pair) not in self.meetings
        ]

    @cached_property
    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """The meetings by round and pair, without pairs that sit out."""
        return {
            (meeting.round, pair): meeting for meeting in self.schedule for pair in meeting.pairs
        }

    @cached_property
    def tables_with(self) -> dict[tuple[int, int], list[int]]:
        """The tables that have a board, by round and board; several if it is shared."""
        tables = defaultdict[tuple[int, int], list[int]](list)
        for meeting in self.schedule:
            for board in meeting.boards:
                tables[meeting.round, board].append(meeting.table)
        return dict(tables)

    @property
    def together(self) -> tuple[Share, ...]:
        """The tables that have the same boards in a round, declared or not."""
        at = sorted(self.tables_with.items())
        shared = (Share(n, tuple(sorted(tables))) for (n, _), tables in at if len(tables) > 1)
        return tuple(dict.fromkeys(shared))

    def numbered_from(self, pair: int, table: int) -> "Movement":
        """Return the movement with these numbers for its first pair and first table."""
        pairs, tables = pair - self.pairs[0], table - self.tables[0]
        schedule = (
            replace(m, table=m.table + tables, ns=m.ns + pairs, ew=m.ew + pairs)
            for m in self.schedule
        )
        shares = (Share(round, tuple(t + tables for t in theirs)) for round, theirs in self.shares)
        return replace(self, schedule=tuple(schedule), shares=tuple(shares))


class Row(NamedTuple):
    """A meeting as a generator makes it: every number begins with 0, boards are a set of them."""

    round: int
    table: int
    ns: int
    ew: int
    boards: int


def build_movement(kind: str, name: str, rows: Iterable[Row], pairs: int, boards: int) -> Movement:
    """Return a movement from the rows of a generator. Raise NoSuchMovement for too many boards.

    `pairs`: meetings of pairs with higher numbers are left out; `boards`: boards in a set.
    """
    listed = list(rows)
    sets = 1 + max(row.boards for row in listed)
    if sets * boards > MOST_BOARDS:
        said = text(
            "{sets} sets of {boards} are {number} boards, and their numbers end with {highest}; "
            "there can be {most} boards in a round.",
            **{"sets": sets, "boards": boards, "number": sets * boards},
            **{"highest": MOST_BOARDS, "most": MOST_BOARDS // sets},
        )
        raise NoSuchMovement(said, "boards")
    there = [row for row in listed if max(row.ns, row.ew) < pairs]
    schedule = tuple(_meetings(there, boards))
    made = Movement(kind, name, schedule)
    return replace(made, shares=made.together)


def _meetings(rows: list[Row], boards: int) -> Iterator[Meeting]:
    for row in rows:
        first = row.boards * boards + 1
        played = tuple(range(first, first + boards))
        yield Meeting(row.round + 1, row.table + 1, row.ns + 1, row.ew + 1, played)
