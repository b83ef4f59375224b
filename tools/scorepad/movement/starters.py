"""Finds how the pairs of a Howell begin, so that moving all of them on one seat makes the rest.

There are as many moving pairs as rounds, R; all is counted modulo R. In round r the pairs x + r
and y + r meet on set r - a. So if no two tables differ alike in x - y, no two pairs meet twice; if
no two seats are alike in x + a, no pair has a set twice; if no two tables are alike in a, no two
tables have a set in the same round. Pairs that sit still have no x of their own.

The search goes from place to place in x + a, always in the same order, and depends on nothing
else. Every Howell up to 20 pairs is found within some ten thousand steps, less than a second.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

_MOST_STEPS = 20_000
_SLOPE = 2  # the first adder that is tried at a place: that of a plain Mitchell


class Start(NamedTuple):
    """A table: its two places x + a, the second None for a pair that sits still; the adder a."""

    first: int
    second: int | None
    adder: int


def find_start(
    rounds: int, still: int, signs: list[bool] | None, shared: int
) -> list[Start] | None:
    """Return a start for `rounds` moving pairs and `still` others, or None.

    `signs`: which places are to be N-S, if that matters. `shared`: how many tables may have the
    adder of another table.
    """
    every = (1 << rounds) - 1
    search = _Search(rounds, signs)
    return search.starts if search.go(_Free(every, every), shared, still) else None


def even_signs(rounds: int) -> Iterator[list[bool]]:
    """Yield which places are N-S so that two pairs sit the same way about equally often.

    A place compared with the place at a fixed distance: the sum over all places is -1, or, where
    no such signs exist, 1 or -3. `rounds` is odd.
    """
    allowed = {-1} if rounds % 4 == 3 else {1, -3}
    for others in combinations(range(1, rounds), rounds // 2):
        chosen = {0, *others}
        if all(_alike(chosen, apart, rounds) in allowed for apart in range(1, rounds // 2 + 1)):
            yield [place in chosen for place in range(rounds)]


def _alike(chosen: set[int], apart: int, rounds: int) -> int:
    """Return how many places equal the place at this distance, less those that differ."""
    both = sum((place + apart) % rounds in chosen for place in chosen)
    return rounds - 4 * (len(chosen) - both)


class _Free(NamedTuple):
    """Bits: places and seats (x) that are free, differences and adders that are taken."""

    places: int
    seats: int
    differences: int = 0
    adders: int = 0


@dataclass
class _Search:
    rounds: int
    signs: list[bool] | None
    starts: list[Start] = field(default_factory=list)
    steps: int = 0

    def go(self, free: _Free, shared: int, still: int) -> bool:
        """Seat all remaining pairs; return False if that is impossible."""
        if not free.places:
            return not still
        self.steps += 1
        first = (free.places & -free.places).bit_length() - 1
        for second in self._partners(free, first, still):
            for start, left in self._adders(free, first, second):
                again = free.adders >> start.adder & 1
                if again and not shared:
                    continue
                self.starts.append(start)
                if self.go(left, shared - again, still - (second is None)):
                    return True
                self.starts.pop()
                if self.steps > _MOST_STEPS:
                    return False
        return False

    def _partners(self, free: _Free, first: int, still: int) -> Iterator[int | None]:
        """Yield possible opponents: other places, finally None for a pair that sits still."""
        moving = free.places.bit_count() > still
        for second in range(first + 1, self.rounds if moving else 0):
            alike = self.signs is not None and self.signs[first] == self.signs[second]
            met = free.differences >> self._difference(first, second) & 1
            opposite = 2 * (second - first) == self.rounds  # they would meet twice
            if free.places >> second & 1 and not (alike or met or opposite):
                yield second
        if still:
            yield None

    def _adders(
        self, free: _Free, first: int, second: int | None
    ) -> Iterator[tuple[Start, _Free]]:
        """Yield each adder with free seats, and what remains free; initially only one."""
        places, differences = free.places & ~(1 << first), free.differences
        if second is not None:
            places &= ~(1 << second)
            differences |= 1 << self._difference(first, second)
        for step in range(self.rounds if self.starts else 1):
            adder = (_SLOPE * first + step) % self.rounds
            seats = 1 << (first - adder) % self.rounds
            if second is not None:
                seats |= 1 << (second - adder) % self.rounds
            if free.seats & seats == seats:
                left = _Free(places, free.seats & ~seats, differences, free.adders | 1 << adder)
                yield Start(first, second, adder), left

    def _difference(self, first: int, second: int) -> int:
        return min(second - first, self.rounds - second + first)
