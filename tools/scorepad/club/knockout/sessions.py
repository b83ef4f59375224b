"""Matches of a knock-out that a tablet has scored: found in the club's sessions, never stored."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.records.session_list import points_of
from scorepad.language import text
from scorepad.rule_sets import having

Side = frozenset[int]  # two partners

_COMPLETE = """\
SELECT id, started, played, totals, north.player, east.player, south.player, west.player
FROM sessions
JOIN seats AS north ON north.session = id AND north.seat = 0
JOIN seats AS east ON east.session = id AND east.seat = 1
JOIN seats AS south ON south.session = id AND south.seat = 2
JOIN seats AS west ON west.session = id AND west.seat = 3
WHERE rules IN :rules AND state = 'complete' ORDER BY started, tablet, number
"""


class CompleteSession(NamedTuple):
    """A complete session, as the table `sessions` has it, and who sat in it."""

    id: str
    started: int
    played: int
    totals: str
    north: int
    east: int
    south: int
    west: int


@dataclass(frozen=True)
class ScoredSession:
    """A complete session of the match rules; `sides`: who played N-S and E-W, with their `points`.

    `fault`: why it cannot decide a match, "" if it can.
    """

    id: str
    started: int
    sides: tuple[Side, Side]
    points: tuple[int, int]
    fault: str

    def points_of(self, one: Side, other: Side) -> tuple[int, int]:
        """Return the points of the two sides that played it, in this order."""
        return self.points if self.sides == (one, other) else (self.points[1], self.points[0])


def score_since(
    made: datetime, complete: Iterable[CompleteSession], deals: int
) -> dict[frozenset[Side], list[ScoredSession]]:
    """The matches since a draw was made, in their order, by who played them."""
    played = defaultdict[frozenset[Side], list[ScoredSession]](list)
    for row in complete:
        began = wording.moment(row.started)
        if began is None or began >= made.replace(second=0, microsecond=0):
            scored = _score_session(row, deals)
            played[frozenset(scored.sides)].append(scored)
    return played


def load_complete(rows: Rows) -> list[CompleteSession]:
    """Return all that are complete, of the match rules, in the order in which they began."""
    match = having(lambda rules: rules.match)
    return [CompleteSession(*row) for row in rows.all(_COMPLETE, rules=match)]


def _score_session(row: CompleteSession, deals: int) -> ScoredSession:
    first, second = points_of(row.totals).values()
    sides = frozenset((row.north, row.south)), frozenset((row.east, row.west))
    return ScoredSession(
        row.id, row.started, sides, (first, second), _fault(row, first - second, deals)
    )


def _fault(row: CompleteSession, margin: int, deals: int) -> str:
    if not row.started:
        return text("its tablet's clock was not set")
    if row.played < deals:
        return text("it has {played} of {deals} deals", played=row.played, deals=deals)
    return "" if margin else text("its totals are equal")
