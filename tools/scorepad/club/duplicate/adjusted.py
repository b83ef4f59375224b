"""Boards on which the director has given adjusted scores, in exact fractions. [Law 12 C]

N-S and E-W are compared each with their own side, for a split score is another one to each. An
assigned score is a result for all who played the board, and a weighted one is each of its results
as often as it counts. Artificial scores are no results: nobody is compared with them.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import itemgetter

from firmware.scoring.deal import EW, NS
from firmware.scoring.duplicate import board_vulnerable
from scorepad.club.decisions.scores import Artificial
from scorepad.club.duplicate import contract_scores
from scorepad.club.duplicate.amounts import TEN_PER_CENT
from scorepad.club.duplicate.field import Pair, Result

Weighted = list[tuple[Fraction, int]]  # scores of a side, with how often each counts
SURE = Fraction(1)

_AVERAGE = 50


def on_side(result: Result, side: int) -> Weighted | None:
    """Return the score of a side; None if it is artificial."""
    sign = 1 if side == NS else -1
    if result.adjusted is None:
        return [(SURE, sign * result.score)]
    given = result.adjusted[side]
    if isinstance(given, Artificial):
        return None
    points, vulnerable = contract_scores.north_south, board_vulnerable(result.board)
    return [(weight, sign * points(deal, vulnerable)) for weight, deal in given.parts]


def against_all(
    own: Weighted, played: list[Weighted], worth: Callable[[int, int], int]
) -> Fraction:
    """Return what a score is worth against all others, on the average of what each may be."""
    others = [part for other in played if other is not own for part in other]
    pairs = ((a * b, worth(mine, theirs)) for a, mine in own for b, theirs in others)
    return sum((weight * points for weight, points in pairs), Fraction(0))


def datum(played: list[Weighted], trim: bool) -> int:
    """The mean to the nearest 10, a half away from 0; what counts half is half of a result."""
    parts = sorted((part for one in played for part in one), key=itemgetter(1))
    if trim and len(played) > 2:
        parts = _without_one(_without_one(parts)[::-1])
    total = sum((weight * score for weight, score in parts), Fraction(0))
    mean = total / max(sum(weight for weight, _ in parts), 1)
    tens = int(abs(mean) / 10 + Fraction(1, 2))
    return -10 * tens if mean < 0 else 10 * tens


def _without_one(parts: Weighted) -> Weighted:
    """Return the parts without as much from the first on as counts as one result."""
    kept: Weighted = []
    rest = SURE
    for weight, score in parts:
        cut = min(weight, rest)
        kept.append((weight - cut, score))
        rest -= cut
    return kept


def per_cent_of(given: Artificial, otherwise: Fraction | None) -> Fraction:
    """Return an artificial score for a pair with `otherwise` per cent on its other boards.

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
