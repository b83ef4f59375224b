"""What every result is worth against the others on its board.

Exact fractions, because a board that was played less often than others is factored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from firmware.scoring import comparing
from firmware.scoring.deal import EW, NS
from scorepad.club.decisions.scores import Artificial
from scorepad.club.duplicate import adjusted
from scorepad.club.duplicate.amounts import Amount
from scorepad.club.duplicate.field import Field, Pair, Result
from scorepad.club.events.event import SCORINGS

MATCHPOINTS, CROSS_IMPS, BUTLER = SCORINGS

_IN_IMPS = {CROSS_IMPS: comparing.cross_imps, BUTLER: comparing.butler}

_Earned = tuple[Fraction | None, Fraction | None]  # N-S's and E-W's; None: artificial


@dataclass(frozen=True)
class Compared:
    """A result with what N-S and E-W get for it: matchpoints or IMPs."""

    result: Result
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Comparison:
    """`travellers`: the results of each board, the best for N-S first.

    `top`: the most matchpoints that a board gives, 2 for every other result; 0 in IMPs. `amounts`:
    what pairs get or lose beside their boards.
    """

    scoring: str
    top: int
    travellers: dict[int, list[Compared]]
    amounts: Mapping[Pair, Sequence[Amount]] = field(default_factory=dict)

    @property
    def has_compared(self) -> bool:
        """Return True if any board has two results."""
        return any(len(lines) > 1 for lines in self.travellers.values())


def compared(field: Field, scoring: str) -> Comparison:
    """The field scored as `scoring`, one of SCORINGS, says. [Law 78]"""
    most = max(map(_tables, field.boards.values()), default=1)
    top = 2 * most - 2 if scoring == MATCHPOINTS else 0
    earned = {
        board: _earned(results, scoring, most, top) for board, results in field.boards.items()
    }
    otherwise = _per_cent(field, earned, top)
    travellers = {
        board: _traveller(results, earned[board], scoring, top, otherwise)
        for board, results in field.boards.items()
    }
    return Comparison(scoring, top, travellers, field.amounts)


def _tables(results: list[Result]) -> int:
    """How many tables those who have a score on a board would fill.

    Where the director has given a pair another score there are more results in the same field.
    """
    pairs = {one.pairs[side] for one in results for side in (NS, EW) if one.counts_for(side)}
    return (len(pairs) + 1) // 2


def _per_cent(field: Field, earned: dict[int, list[_Earned]], top: int) -> dict[Pair, Fraction]:
    """Of each pair on its other boards, if that is needed."""
    adjusts = any(one.adjusted for results in field.boards.values() for one in results)
    if not adjusts or not top:
        return {}
    lines = [
        line
        for board, results in field.boards.items()
        for line in zip(results, earned[board], strict=True)
    ]
    return adjusted.session_per_cent(lines, top)


def _traveller(
    results: list[Result],
    earned: list[_Earned],
    scoring: str,
    top: int,
    otherwise: dict[Pair, Fraction],
) -> list[Compared]:
    there = [[on[side] is not None for on in earned].count(True) for side in (NS, EW)]
    others = [1 if scoring == BUTLER else max(1, count) for count in there]

    def points(result: Result, got: _Earned, side: int) -> Fraction:
        earned = got[side]
        if earned is not None:
            return earned
        if not result.counts_for(side):
            return Fraction(0)
        given = _artificial(result, side)
        if scoring == MATCHPOINTS:
            mark = adjusted.per_cent_of(given, otherwise.get(result.pairs[side]))
            return top * mark / 100
        return adjusted.in_imps(given, others[side])

    lines = [
        Compared(result, (points(result, got, NS), points(result, got, EW)))
        for result, got in zip(results, earned, strict=True)
    ]
    return sorted(lines, key=_by_points if any(map(_is_adjusted, lines)) else _by_score)


def _is_adjusted(line: Compared) -> bool:
    return line.result.adjusted is not None


def _by_score(line: Compared) -> tuple[Fraction, int]:
    return Fraction(-line.result.score), line.result.table


def _by_points(line: Compared) -> tuple[Fraction, int]:
    return -line.points[NS], line.result.table


def _artificial(result: Result, side: int) -> Artificial:
    """The score of a side that has no result there."""
    assert result.adjusted
    given = result.adjusted[side]
    assert isinstance(given, Artificial)
    return given


def _earned(results: list[Result], scoring: str, most: int, top: int) -> list[_Earned]:
    """What both sides of each result have by comparison."""
    if any(result.adjusted for result in results):
        sides = [_adjusted(results, side, scoring, most) for side in (NS, EW)]
        return list(zip(*sides, strict=True))
    points = _points([result.score for result in results], scoring, most)
    return [(won, top - won) for won in points]


def _adjusted(results: list[Result], side: int, scoring: str, most: int) -> list[Fraction | None]:
    if scoring == MATCHPOINTS:
        return adjusted.matchpoints(results, side, most)
    return {CROSS_IMPS: adjusted.cross_imps, BUTLER: adjusted.butler}[scoring](results, side)


def _points(scores: list[int], scoring: str, most: int) -> list[Fraction]:
    """N-S's points for each of the scores of a board."""
    if scoring == MATCHPOINTS:
        return [factored(units, len(scores), most) for units in comparing.matchpoints(scores)]
    return [Fraction(imps) for imps in _IN_IMPS[scoring](scores)]


def factored(units: int, results: int, most: int) -> Fraction:
    """Matchpoints on a board of so many results as they count beside boards of `most` results.

    The formula of Gérard Neuberg, in common use: as if each result had been reached most/results
    times. A lone result gets half the top.
    """
    return Fraction(most * (units + 1), results) - 1
