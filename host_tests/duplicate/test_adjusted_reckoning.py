"""Whole fields, adjusted scores among them, against a second reckoning that shares nothing.

Law 78 says what a result earns against another, Neuberg's formula is in its own words (each result
as if reached more often), and Law 12 C says what is artificial. All in exact fractions.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.scoring.deal import EW, NS
from scorepad.club.decisions.scores import both
from scorepad.club.duplicate.comparison import SCORINGS, compare_results
from scorepad.club.duplicate.field import Pair, Result, field_from
from support.club.field_sessions import pair
from support.imp_scale import imps

# What N-S score where neither side is vulnerable. [Law 77]
POINTS = {"4S N =": 420, "4S N -1": -50, "3N W =": -400, "2H E -2": 100, "pass": 0}
UNVULNERABLE = (1, 8, 11, 14)  # boards
ARTIFICIAL = {"A+": 60, "A": 50, "A-": 40, "45%": 45, "100%": 100}
WEIGHTED = {
    "60% 4S N =, 40% 4S N -1": ((60, 420), (40, -50)),
    "1/4 3N W =, 1/2 pass, 1/4 2H E -2": ((25, -400), (50, 0), (25, 100)),
}
PARTS = {said: ((100, points),) for said, points in POINTS.items()} | WEIGHTED
GIVEN = st.sampled_from([*PARTS, *ARTIFICIAL, "none"])
SAID = st.none() | GIVEN.map(lambda one: (one, one)) | st.tuples(GIVEN, GIVEN)
DEALT = st.sampled_from(list(POINTS)) | st.integers(-760, 316).map(lambda tens: 10 * tens)

Said = tuple[Any, Any]  # what N-S have, and E-W: in words, or points
Line = tuple[Result, Said]


@st.composite
def lines(draw: st.DrawFn) -> list[Line]:
    """Up to three boards at up to nine tables, where everybody plays a board once.

    Of half of the fields nothing is adjusted: those are compared in a way of their own.
    """
    tables, decided, fouled = draw(st.integers(1, 9)), draw(st.booleans()), draw(st.booleans())
    pairs = [pair(number) for number in range(2 * tables)]
    found: list[Line] = []
    for board in UNVULNERABLE[: draw(st.integers(1, 3))]:
        order = draw(st.permutations(pairs))
        for table, (ns, ew) in enumerate(
            list(pairwise(order))[::2][: draw(st.integers(1, tables))]
        ):
            dealt: Any = draw(DEALT)
            result = Result(f"0a-{table}", table, 1, board, (ns, ew), 0, POINTS.get(dealt, dealt))
            result = replace(result, form=draw(st.integers(0, fouled)))
            said = draw(SAID) if decided else None
            adjusted = both(*said) if said else None
            found.append((replace(result, adjusted=adjusted), said or (dealt, dealt)))
    return found


def beats(mine: int, theirs: int) -> int:
    return 2 if mine > theirs else 1 if mine == theirs else 0


class Reckoning:
    """One side of a field."""

    def __init__(self, found: list[Line], side: int, scoring: str):
        self._lines, self._side, self._scoring = found, side, scoring
        boards = {result.board for result, _ in found}
        self._most = max(len(self._tables(board)) + 1 for board in boards) // 2

    def _tables(self, board: int) -> set[Pair]:
        return {
            pair
            for result, said in self._lines
            if result.board == board
            for pair, one in zip(result.pairs, said, strict=True)
            if one != "none"
        }

    @property
    def top(self) -> int:
        return 2 * self._most - 2

    def parts(self, said: Said) -> list[tuple[Fraction, int]]:
        """The results of the side, with what each counts; none of an artificial score."""
        sign, one = 1 if self._side == NS else -1, said[self._side]
        parts = ((100, one),) if isinstance(one, int) else PARTS.get(one, ())
        return [(Fraction(n, 100), sign * points) for n, points in parts]

    def _compared(self, line: Line) -> list[Line]:
        cards = line[0].board, line[0].form
        return [one for one in self._lines if (one[0].board, one[0].form) == cards]

    def earned(self, line: Line) -> Fraction:
        board = [(one, self.parts(one[1])) for one in self._compared(line)]
        there = [parts for _, parts in board if parts]
        mine = self.parts(line[1])
        others = [parts for one, parts in board if one is not line and parts]
        if self._scoring.startswith("butler"):
            hundred = sorted(n for parts in there for w, n in parts for _ in range(int(100 * w)))
            if self._scoring == "butler-trimmed" and len(there) > 2:
                hundred = hundred[100:-100]
            mean = Fraction(sum(hundred), len(hundred))
            tens = int(abs(mean) / 10 + Fraction(1, 2)) * (1 if mean > 0 else -1)
            return sum((w * imps(points - 10 * tens) for w, points in mine), Fraction(0))
        worth = beats if self._scoring == "matchpoints" else lambda a, b: imps(a - b)
        got = sum(
            (w * v * worth(a, b) for w, a in mine for parts in others for v, b in parts),
            Fraction(0),
        )
        if self._scoring != "matchpoints":
            return got / (len(others) or 1) if self._scoring == "cross-imps-mean" else got
        # each of the results, the pair's own too, as often as makes up the whole field
        often = Fraction(self._most, len(there))
        return often * got + (often - 1)

    def points(self, line: Line) -> Fraction:
        result, said = line
        own = said[self._side]
        if own == "none":
            return Fraction(0)
        if self.parts(said):
            return self.earned(line)
        per_cent = Fraction(ARTIFICIAL[own])
        if self._scoring == "matchpoints":
            return self.top * self._at_least(per_cent, own, result.pairs[self._side]) / 100
        results = sum(bool(self.parts(one[1])) for one in self._compared(line))
        each = max(results, 1) if self._scoring == "cross-imps" else 1
        return (per_cent - 50) / 10 * 3 * each

    def _at_least(self, per_cent: Fraction, said: str, pair: Pair) -> Fraction:
        """Average plus is no less, and average minus no more, than what it has elsewhere."""
        elsewhere = [
            other.earned(line)
            for side in (NS, EW)
            for other in [Reckoning(self._lines, side, self._scoring)]
            for line in self._lines
            if line[0].pairs[side] == pair and other.parts(line[1])
        ]
        if not elsewhere or not self.top or said not in ("A+", "A-"):
            return per_cent
        there = 100 * sum(elsewhere, Fraction(0)) / (self.top * len(elsewhere))
        return max(per_cent, there) if said == "A+" else min(per_cent, there)


def seen(board: int, table: int, points: int, said: Said | None = None) -> Line:
    """A result of two pairs who stay at their table."""
    pairs = pair(2 * table), pair(2 * table + 1)
    result = Result(f"0a-{table}", table, 1, board, pairs, 0, points)
    return replace(result, adjusted=both(*said) if said else None), said or (points, points)


# Pair 0 has 100 % elsewhere, so its average plus is no less, and the other side has nothing.
BETTER = [seen(1, 0, 420, ("A+", "A-")), seen(1, 1, 420), seen(8, 0, 420), seen(8, 1, -50)]


@example(BETTER, "matchpoints")
@settings(max_examples=6 * settings.default.max_examples)  # each takes milliseconds
@given(lines(), st.sampled_from(SCORINGS))
def test_every_side_has_what_a_second_reckoning_gives_it(found, scoring):
    travellers = compare_results(field_from([result for result, _ in found]), scoring).travellers
    by_side = [Reckoning(found, side, scoring) for side in (NS, EW)]
    assert {(n, line.result.pairs): line.points for n in travellers for line in travellers[n]} == {
        (line[0].board, line[0].pairs): tuple(side.points(line) for side in by_side)
        for line in found
    }
