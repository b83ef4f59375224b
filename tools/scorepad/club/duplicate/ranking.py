"""The ranking list of an evening, the best pair first: one for all, or one a direction."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from firmware.scoring.deal import EW, NS
from scorepad.club.duplicate.comparison import MATCHPOINTS, Comparison
from scorepad.club.duplicate.field import Pair
from scorepad.errors import UserError
from scorepad.language import text

ALL = -1  # instead of a side: pairs that sat N-S and pairs that sat E-W

# What a pair got for a board, on which side; and the same pair as who sat there.
_Won = tuple[int, Pair, Fraction, Pair]


@dataclass(frozen=True)
class Share:
    """The result of two players who played boards for a pair; `mark`: as of Place."""

    players: tuple[int, int]
    boards: int
    mark: Fraction


@dataclass(frozen=True)
class Place:
    """A pair in the list. `mark` decides: the percentage, or the IMPs per board.

    `given`: what of its total is not for boards, as a penalty, which is negative. `shares`: of
    those who played for it, one after another; what was given is shared out by the boards.
    """

    rank: int
    tied: bool
    pair: Pair
    boards: int
    total: Fraction
    mark: Fraction
    given: Fraction = Fraction(0)
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """`side`: NS, EW or ALL."""

    side: int
    places: list[Place]


def rank_all(marks: Mapping[Any, Any]) -> dict[Any, tuple[int, bool]]:
    """Return the rank of each, the highest mark first, and whether others share it."""
    ordered, shared = sorted(marks.values()), Counter(marks.values())
    ranks = {mark: len(ordered) - before for before, mark in enumerate(ordered)}
    return {who: (ranks[mark], shared[mark] > 1) for who, mark in marks.items()}


def rankings(comparison: Comparison, winners: int | None = None) -> list[Ranking]:
    """Return one list or two: `winners`, or by the seats: two if no pair sat both ways."""
    won = list(_won(comparison))
    north_south, east_west = ({pair for side, pair, *_ in won if side == of} for of in (NS, EW))
    if winners == 1 or (not winners and north_south & east_west):
        won = [(ALL, pair, points, who) for _, pair, points, who in won]
    sides = sorted({side for side, *_ in won})
    return [
        _ranking(comparison, side, [line for line in won if line[0] == side]) for side in sides
    ]


def _won(comparison: Comparison) -> Iterator[_Won]:
    for lines in comparison.travellers.values():
        for line in lines:
            for side in filter(line.result.counts_for, (NS, EW)):
                result = line.result
                yield side, result.pairs[side], line.points[side], result.players[side]


def _ranking(comparison: Comparison, side: int, won: list[_Won]) -> Ranking:
    points = defaultdict[Pair, list[Fraction]](list)
    sat = defaultdict[Pair, dict[tuple[int, int], list[Fraction]]](dict)
    for _, pair, got, who in won:
        points[pair].append(got)
        sat[pair].setdefault(who.players, []).append(got)
    given = {pair: _sum_adjustments(comparison, pair) for pair in points}
    totals = {pair: sum(got, given[pair]) for pair, got in points.items()}
    marks = {pair: _mark(comparison, totals[pair], len(got)) for pair, got in points.items()}
    ranks = rank_all(marks)
    places = [
        Place(
            *ranks[pair],
            pair,
            len(points[pair]),
            totals[pair],
            mark,
            given[pair],
            tuple(_shares(comparison, sat[pair], given[pair] / len(points[pair]))),
        )
        for pair, mark in marks.items()
    ]
    return Ranking(side, sorted(places, key=lambda place: (place.rank, place.pair)))


def _shares(
    comparison: Comparison, sat: dict[tuple[int, int], list[Fraction]], given: Fraction
) -> Iterator[Share]:
    """`given`: for each board."""
    for players, got in sat.items():
        boards = len(got)
        yield Share(players, boards, _mark(comparison, sum(got, given * boards), boards))


def _sum_adjustments(comparison: Comparison, pair: Pair) -> Fraction:
    """Return a pair's bonuses and penalties; 0 where nothing can be compared.

    Raises UserError for matchpoints in IMPs.
    """
    amounts = comparison.amounts.get(pair, ())
    if comparison.scoring == MATCHPOINTS and not comparison.top:
        return Fraction(0)
    try:
        return sum((amount.points(comparison.top) for amount in amounts), Fraction(0))
    except UserError as wrong:
        said = text("{pair}: {what}", pair=pair.name, what=wrong.said)
        raise UserError(said, "scoring") from None


def _mark(comparison: Comparison, total: Fraction, boards: int) -> Fraction:
    """Per cent of the most that these boards can give, or IMPs per board.

    Where no board was played twice there is no most: that is an average.
    """
    if comparison.scoring != MATCHPOINTS:
        return total / boards
    return 100 * total / (comparison.top * boards) if comparison.top else Fraction(50)
