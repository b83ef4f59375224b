"""What every result is worth against the others on its board.

Exact fractions, because a board that was played less often than others is factored.
"""

from dataclasses import dataclass
from fractions import Fraction

from firmware.scoring.comparing import butler, cross_imps, matchpoints
from scorepad.club.duplicate.field import Field, Result
from scorepad.club.events.event import SCORINGS

MATCHPOINTS, CROSS_IMPS, BUTLER = SCORINGS

_IN_IMPS = {CROSS_IMPS: cross_imps, BUTLER: butler}


@dataclass(frozen=True)
class Compared:
    """A result with what N-S and E-W get for it: matchpoints or IMPs."""

    result: Result
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Comparison:
    """`travellers`: the results of each board, the best for N-S first.

    `top`: the most matchpoints that a board gives, 2 for every other result; 0 in IMPs.
    """

    scoring: str
    top: int
    travellers: dict[int, list[Compared]]


def compared(field: Field, scoring: str) -> Comparison:
    """The field scored as `scoring`, one of SCORINGS, says. [Law 78]"""
    most = max((len(results) for results in field.boards.values()), default=1)
    top = 2 * most - 2 if scoring == MATCHPOINTS else 0
    travellers = {
        board: _traveller(results, scoring, most, top) for board, results in field.boards.items()
    }
    return Comparison(scoring, top, travellers)


def _traveller(results: list[Result], scoring: str, most: int, top: int) -> list[Compared]:
    points = _points([result.score for result in results], scoring, most)
    lines = [
        Compared(result, (won, top - won)) for result, won in zip(results, points, strict=True)
    ]
    return sorted(lines, key=lambda line: (-line.result.score, line.result.table))


def _points(scores: list[int], scoring: str, most: int) -> list[Fraction]:
    """N-S's points for each of the scores of a board."""
    if scoring == MATCHPOINTS:
        return [factored(units, len(scores), most) for units in matchpoints(scores)]
    return [Fraction(imps) for imps in _IN_IMPS[scoring](scores)]


def factored(units: int, results: int, most: int) -> Fraction:
    """Matchpoints on a board of so many results as they count beside boards of `most` results.

    The formula of Gérard Neuberg, in common use: as if each result had been reached most/results
    times. A lone result gets half the top.
    """
    return Fraction(most * (units + 1), results) - 1
