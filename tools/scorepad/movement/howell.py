"""Howell movements: nearly all pairs move, and there is one winner.

After each round every moving pair takes the seat of the pair with the number one lower.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count, product

from scorepad.language import marked, text
from scorepad.movement.model import Movement, NoSuchMovement, Row, build_movement
from scorepad.movement.starters import Start, even_signs, find_start

LEAST_PAIRS, MOST_PAIRS = 4, 20


def fewest_rounds(pairs: int) -> int:
    """Return the fewest rounds of a Howell: with fewer it would be a Mitchell."""
    return (pairs + 1) // 2 + 1


def most_rounds(pairs: int) -> int:
    """Return the number of rounds in which every pair meets every other pair."""
    return (pairs + 1) // 2 * 2 - 1


def build_howell(pairs: int, rounds: int, boards: int) -> Movement:
    """Return a Howell movement; `boards`: boards per round. Raise NoSuchMovement.

    With fewer rounds than the most, several pairs sit still: it is reduced. With an odd number of
    pairs one pair sits out in every round.
    """
    if not LEAST_PAIRS <= pairs <= MOST_PAIRS:
        limits = {"least": LEAST_PAIRS, "most": MOST_PAIRS}
        size = text("A Howell is for {least} to {most} pairs, not {pairs}.", pairs=pairs, **limits)
        raise NoSuchMovement(size, "pairs")
    least, most = fewest_rounds(pairs), most_rounds(pairs)
    if not least <= rounds <= most:
        about = {"pairs": pairs, "least": least, "most": most, "rounds": rounds}
        if least == most:
            only = text("A Howell for {pairs} pairs has {most} rounds, not {rounds}.", **about)
            raise NoSuchMovement(only, "rounds")
        said = marked("A Howell for {pairs} pairs has {least} to {most} rounds, not {rounds}.")
        raise NoSuchMovement(text(said, **about), "rounds")
    starts, ways = _start(pairs, rounds)
    name = text("Howell") if rounds == most else text("reduced Howell")
    return build_movement("howell", name, _rows(starts, ways, rounds), pairs, boards)


@cache
def _start(pairs: int, rounds: int) -> tuple[list[Start], tuple[bool, ...]]:
    """Return the tables, and where the first of the two places is N-S, for the best balance."""
    seated = pairs + pairs % 2
    signs = next(even_signs(rounds)) if rounds == seated - 1 else None
    starts = _find_start(seated, rounds, signs)
    if pairs % 2:  # the last pair that sits still is not there: its table is the last
        empty = [start.second for start in reversed(starts)].index(None)
        starts.append(starts.pop(-1 - empty))
    every = product((True, False), repeat=len(starts) - 1)
    ways = ((True, *others) for others in every)
    return starts, min(ways, key=lambda way: _squares(starts, way, rounds, pairs % 2))


def _find_start(pairs: int, rounds: int, signs: list[bool] | None) -> list[Start]:
    """Return the first start found, with as few tables that share boards as possible.

    All tables may share the same boards, if need be. They are in the order in which boards move
    on, down to table 1.
    """
    searches = (find_start(rounds, pairs - rounds, signs, shared) for shared in range(pairs // 2))
    return sorted(next(filter(None, searches)), key=lambda start: -start.adder)


def _squares(starts: list[Start], ways: tuple[bool, ...], rounds: int, missing: int) -> int:
    """Return the sum of squares of the balance over all two pairs; the plain sum is constant.

    `missing`: whether the place of the last pair that sits still is empty.
    """
    signs, still, met = [0] * rounds, list[int](), set[int]()
    for (first, second, _), way in zip(starts, ways, strict=True):
        signs[first] = 1 if way else -1
        if second is None:
            still.append(first)
        else:
            signs[second] = -signs[first]
            met |= {(second - first) % rounds, (first - second) % rounds}
    if missing:
        signs[still.pop()] = 0
    results = len(starts) - missing
    squares = sum((results - signs[place] * sum(signs)) ** 2 for place in still) * rounds * 2
    squares += sum((rounds * signs[p] * signs[other]) ** 2 for p in still for other in still)
    for apart in range(1, rounds):
        alike = sum(signs[place] * signs[place - apart] for place in range(rounds))
        squares += rounds * (alike + results * (apart in met)) ** 2
    return squares


def _rows(starts: list[Start], ways: tuple[bool, ...], rounds: int) -> Iterator[Row]:
    still = count(rounds)
    sitting = [next(still) if start.second is None else None for start in starts]
    for number in range(rounds):
        for table, start in enumerate(starts):
            first = (start.first - start.adder + number) % rounds
            other = sitting[table]
            if start.second is not None:
                other = (start.second - start.adder + number) % rounds
            assert other is not None
            ns, ew = (first, other) if ways[table] else (other, first)
            yield Row(number, table, ns, ew, (number - start.adder) % rounds)
