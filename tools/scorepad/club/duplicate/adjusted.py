"""Boards on which the director has given adjusted scores, in exact fractions. [Law 12 C]

N-S and E-W are compared each with their own side, for a split score is another one to each. An
assigned score is a result for all who played the board, and a weighted one is each of its results
as often as it counts. Artificial scores are no results: nobody is compared with them.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from firmware.scoring.deal import EW, NS
from firmware.scoring.duplicate import board_vulnerable
from firmware.scoring.imps import imps
from scorepad import board_scores
from scorepad.club.decisions.scores import Artificial
from scorepad.club.duplicate.amounts import TEN_PER_CENT
from scorepad.club.duplicate.field import Pair, Result

Weighted = list[tuple[Fraction, int]]  # scores of a side, with how often each counts
Points = list[Fraction | None]  # of each result; None: an artificial score

_AVERAGE = 50
_SURE = Fraction(1)


def on_side(result: Result, side: int) -> Weighted | None:
    """What the side has scored; None if that is artificial."""
    sign = 1 if side == NS else -1
    if result.adjusted is None:
        return [(_SURE, sign * result.score)]
    given = result.adjusted[side]
    if isinstance(given, Artificial):
        return None
    return [(weight, sign * _points(result, deal)) for weight, deal in given.parts]


def _points(result: Result, deal: int) -> int:
    return board_scores.north_south(deal, board_vulnerable(result.board))


def matchpoints(results: list[Result], side: int, most: int) -> Points:
    """What each has, factored as if there were `most` results (Neuberg's formula)."""
    there = [on_side(result, side) for result in results]
    played = [one for one in there if one]
    return [
        None if own is None else most * (_beaten(own, played) + 1) / Fraction(len(played)) - 1
        for own in there
    ]


def _beaten(own: Weighted, played: list[Weighted]) -> Fraction:
    """2 for each of the others that is beaten, 1 for each that is equalled."""
    return sum((_against(own, other, _won) for other in played if other is not own), Fraction(0))


def _won(own: int, other: int) -> int:
    return (own > other) + (own >= other)


def _against(own: Weighted, other: Weighted, worth: Callable[[int, int], int]) -> Fraction:
    """What one score is worth against another, on the average of what each may be."""
    pairs = ((a * b, worth(mine, theirs)) for a, mine in own for b, theirs in other)
    return sum((weight * points for weight, points in pairs), Fraction(0))


def cross_imps(results: list[Result], side: int) -> Points:
    """The sum of the IMPs against each of the others."""
    there = [on_side(result, side) for result in results]
    played = [one for one in there if one]

    def worth(mine: int, theirs: int) -> int:
        return imps(mine - theirs)

    return [
        None
        if own is None
        else sum(
            (_against(own, other, worth) for other in played if other is not own), Fraction(0)
        )
        for own in there
    ]


def butler(results: list[Result], side: int) -> Points:
    """The IMPs against the mean of all, to the nearest 10."""
    there = [on_side(result, side) for result in results]
    middle = _datum([one for one in there if one])
    return [
        None if own is None else _against(own, [(_SURE, middle)], lambda a, b: imps(a - b))
        for own in there
    ]


def _datum(played: list[Weighted]) -> int:
    """The mean to the nearest 10, a half away from 0; what counts half is half of a result."""
    total = sum((weight * score for one in played for weight, score in one), Fraction(0))
    mean = total / max(len(played), 1)
    tens = int(abs(mean) / 10 + Fraction(1, 2))
    return -10 * tens if mean < 0 else 10 * tens


def per_cent_of(given: Artificial, otherwise: Fraction | None) -> Fraction:
    """What an artificial score is to a pair that has `otherwise` per cent on its other boards.

    None: it has none. [Law 12 C 2 (c)]
    """
    if otherwise is None or given.name not in ("A+", "A-"):
        return given.percent
    return max(given.percent, otherwise) if given.name == "A+" else min(given.percent, otherwise)


def in_imps(given: Artificial, others: int) -> Fraction:
    """The same in IMPs against so many others: 3 for average plus against each."""
    return (given.percent - _AVERAGE) * TEN_PER_CENT / 10 * others


def session_per_cent(
    lines: Iterable[tuple[Result, tuple[Fraction | None, Fraction | None]]], top: int
) -> dict[Pair, Fraction]:
    """Per cent of each pair on the boards where it has no artificial score."""
    won: dict[Pair, list[Fraction]] = {}
    for result, points in lines:
        for side in (NS, EW):
            got = points[side]
            if got is not None and result.counts_for(side):
                won.setdefault(result.pairs[side], []).append(got)
    return {pair: 100 * sum(got, Fraction(0)) / (top * len(got)) for pair, got in won.items()}
