"""What every result is worth against the others on its board.

Exact fractions, because a board that was played less often than others is factored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain

from firmware.scoring import comparing
from firmware.scoring.deal import EW, NS
from firmware.scoring.imps import imps
from scorepad.club.decisions.scores import Artificial
from scorepad.club.duplicate import adjusted
from scorepad.club.duplicate.amounts import Amount
from scorepad.club.duplicate.field import Field, Pair, Result
from scorepad.club.events.history import SCORINGS

MATCHPOINTS, CROSS_IMPS, BUTLER, CROSS_IMPS_MEAN, BUTLER_TRIMMED = SCORINGS

_Earned = tuple[Fraction | None, Fraction | None]  # N-S's and E-W's; None: artificial


@dataclass(frozen=True)
class Compared:
    """A result with what N-S and E-W get for it: matchpoints or IMPs.

    `others`: with how many results of its own side an artificial score is compared.
    """

    result: Result
    points: tuple[Fraction, Fraction]
    others: list[int]


@dataclass(frozen=True)
class Comparison:
    """`travellers`: the results of each board, the best for N-S first; of a fouled one by forms.

    `top`: the most matchpoints that a board gives, 2 for every other result; 0 in IMPs. `amounts`:
    what pairs get or lose beside their boards.
    """

    scoring: str
    top: int
    travellers: dict[int, list[Compared]]
    amounts: Mapping[Pair, Sequence[Amount]] = field(default_factory=dict)

    @property
    def has_compared(self) -> bool:
        """Return True if any board has two results that are compared."""
        boards = ([line.result for line in lines] for lines in self.travellers.values())
        return any(len(group) > 1 for results in boards for group in _by_form(results))


def compare_results(field: Field, scoring: str) -> Comparison:
    """The field scored as `scoring`, one of SCORINGS, says. [Law 78]"""
    most = max(map(_tables, field.boards.values()), default=1)
    top = 2 * most - 2 if scoring == MATCHPOINTS else 0
    groups = [group for results in field.boards.values() for group in _by_form(results)]
    earned = [_earned(results, scoring, most, top) for results in groups]
    adjusts = top and any(result.adjusted for result in chain(*groups))
    lines = zip(chain(*groups), chain(*earned), strict=True)
    otherwise = adjusted.session_per_cent(lines, top) if adjusts else {}
    travellers: dict[int, list[Compared]] = {board: [] for board in field.boards}
    for results, got in zip(groups, earned, strict=True):
        travellers[results[0].board] += _traveller(results, got, scoring, top, otherwise)
    return Comparison(scoring, top, travellers, field.amounts)


def _by_form(results: list[Result]) -> list[list[Result]]:
    """Return the groups in which the results of a board are compared. [Law 87 B]"""
    forms = sorted({result.form for result in results})
    return [[result for result in results if result.form == form] for form in forms]


def _tables(results: list[Result]) -> int:
    """Return how many tables the sides with a score on a board would fill.

    Where the director has given a pair another score there are more results in the same field.
    """
    pairs = {
        result.pairs[side] for result in results for side in (NS, EW) if result.counts_for(side)
    }
    return (len(pairs) + 1) // 2


def _traveller(
    results: list[Result],
    earned: list[_Earned],
    scoring: str,
    top: int,
    otherwise: dict[Pair, Fraction],
) -> list[Compared]:
    there = [[on[side] is not None for on in earned].count(True) for side in (NS, EW)]
    others = [max(1, count) if scoring == CROSS_IMPS else 1 for count in there]

    def points(result: Result, got: _Earned, side: int) -> Fraction:
        earned = got[side]
        if earned is not None:
            return earned
        if not result.counts_for(side):
            return Fraction(0)
        given = result.adjusted and result.adjusted[side]
        assert isinstance(given, Artificial)
        if scoring == MATCHPOINTS:
            mark = adjusted.per_cent_of(given, otherwise.get(result.pairs[side]))
            return top * mark / 100
        return adjusted.in_imps(given, others[side])

    lines = [
        Compared(result, (points(result, got, NS), points(result, got, EW)), others)
        for result, got in zip(results, earned, strict=True)
    ]
    return sorted(lines, key=lambda one: (-one.points[NS], -one.result.score, one.result.table))


def _earned(results: list[Result], scoring: str, most: int, top: int) -> list[_Earned]:
    """Return the scores by comparison of both sides of each result."""
    if any(result.adjusted for result in results):
        sides = [_adjusted(results, side, scoring, most) for side in (NS, EW)]
        return list(zip(*sides, strict=True))
    points = _points([result.score for result in results], scoring, most)
    return [(won, top - won) for won in points]


def _adjusted(results: list[Result], side: int, scoring: str, most: int) -> list[Fraction | None]:
    """Return the side's score for each result; None for an artificial score."""
    there = [adjusted.on_side(result, side) for result in results]
    played = [one for one in there if one]
    middle = adjusted.datum(played, scoring == BUTLER_TRIMMED)

    def points(own: adjusted.Weighted) -> Fraction:
        if scoring == MATCHPOINTS:
            return factored(adjusted.against_all(own, played, _beaten), len(played), most)
        if scoring in (CROSS_IMPS, CROSS_IMPS_MEAN):
            got = adjusted.against_all(own, played, _imps)
            return got / _divisor(scoring, len(played))
        return adjusted.against_all(own, [[(adjusted.SURE, middle)]], _imps)

    return [None if own is None else points(own) for own in there]


def _beaten(own: int, other: int) -> int:
    """2 for a score that is beaten, 1 for one that is equalled."""
    return (own > other) + (own >= other)


def _imps(own: int, other: int) -> int:
    return imps(own - other)


def _points(scores: list[int], scoring: str, most: int) -> list[Fraction]:
    """N-S's points for each of the scores of a board."""
    if scoring == MATCHPOINTS:
        return [factored(units, len(scores), most) for units in comparing.matchpoints(scores)]
    if scoring in (CROSS_IMPS, CROSS_IMPS_MEAN):
        each = _divisor(scoring, len(scores))
        return [Fraction(got, each) for got in comparing.cross_imps(scores)]
    return list(map(Fraction, comparing.butler(scores, scoring == BUTLER_TRIMMED)))


def _divisor(scoring: str, results: int) -> int:
    """Return by what cross-IMPs are divided: how many results each was compared with, or 1."""
    return max(1, results - 1) if scoring == CROSS_IMPS_MEAN else 1


def factored(units: int | Fraction, results: int, most: int) -> Fraction:
    """Matchpoints on a board of so many results as they count beside boards of `most` results.

    The formula of Gérard Neuberg, in common use: as if each result had been reached most/results
    times. A lone result gets half the top.
    """
    return Fraction(most * (units + 1)) / results - 1
