"""The draw of a knock-out: who is seeded, who has a bye, who meets whom.

Pairs are ranked by grade, those without one last, and within a grade by rating. The bracket is
the next power of two. Its stronger half are seeds, one in each match of the first
round, so that the best two can only meet in the final, two of the best four not before the
semi-finals, and so on. The strongest of them have the byes.

The others are drawn to the seeds that have none. To save journeys, each seed, from the strongest
on, first gets somebody of its own area, as long as there is one; then those that are left are
drawn to the remaining seeds. So the area never moves a seed.

The lot, which also decides between equals, is a number: with the same one the draw is the same.
"""

from dataclasses import dataclass
from random import Random

from scorepad.club.decisions.finding import name_key
from scorepad.club.players.roster_file import GRADES


@dataclass(frozen=True)
class DrawnPair:
    """Two players by their ids, and what they are as a pair.

    `rating`: the sum of both; `grade`: the higher one, "" unless both have one; `area`: "" unless
    they have the same.
    """

    players: tuple[int, int]
    rating: int
    grade: str
    area: str


def places(pairs: list[DrawnPair], lot: int) -> list[DrawnPair | None]:
    """The bracket of at least two pairs from top to bottom; None: a bye for the one above it."""
    chance = Random(lot)
    by_lot = _shuffled(sorted(pairs, key=lambda pair: sorted(pair.players)), chance)
    ranked = sorted(by_lot, key=lambda pair: (-GRADES.index(pair.grade), -pair.rating))
    matches = size(len(pairs)) // 2
    seeds, others = ranked[:matches], _shuffled(ranked[matches:], chance)
    byes = matches - len(others)
    met = [*[None] * byes, *_opponents(seeds[byes:], others)]
    return [pair for seed in order(matches) for pair in (seeds[seed], met[seed])]


def size(pairs: int) -> int:
    """The places of the bracket for so many pairs."""
    return 1 << (pairs - 1).bit_length()


def order(matches: int) -> list[int]:
    """The seeds, 0 = the strongest, of so many matches (a power of two) from top to bottom."""
    seeds = [0]
    while len(seeds) < matches:
        weakest = 2 * len(seeds) - 1
        seeds = [each for seed in seeds for each in (seed, weakest - seed)]
    return seeds


def _shuffled(pairs: list[DrawnPair], chance: Random) -> list[DrawnPair]:
    """Return the pairs in the order of the lot; `random()` is the same in every Python."""
    return sorted(pairs, key=lambda _: chance.random())


def _opponents(seeds: list[DrawnPair], others: list[DrawnPair]) -> list[DrawnPair]:
    """Return an opponent for each seed; `others`: in the order of the lot."""
    left = list(others)
    neighbours = [_neighbour(seed, left) for seed in seeds]
    rest = iter(left)
    return [near or next(rest) for near in neighbours]


def _neighbour(seed: DrawnPair, left: list[DrawnPair]) -> DrawnPair | None:
    """Takes the first of the seed's own area, if there is one."""
    near = next(
        (pair for pair in left if pair.area and name_key(pair.area) == name_key(seed.area)), None
    )
    if near:
        left.remove(near)
    return near
