"""Matches of a knock-out that a tablet has scored: found in the club's sessions, never stored."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import IN_ORDER, SessionRow
from scorepad.club.records.session_list import points_of
from scorepad.language import text
from scorepad.rule_sets import having

Side = frozenset[int]  # two partners


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
        """Of the two that played it, in this order."""
        return self.points if self.sides == (one, other) else (self.points[1], self.points[0])


def score_since(
    made: datetime, complete: Iterable[SessionRow], deals: int
) -> dict[frozenset[Side], list[ScoredSession]]:
    """The matches since a draw was made, in their order, by who played them."""
    played = defaultdict[frozenset[Side], list[ScoredSession]](list)
    for row in complete:
        began = wording.moment(row.started)
        if began is None or began >= made.replace(second=0, microsecond=0):
            scored = _scored(row, deals)
            played[frozenset(scored.sides)].append(scored)
    return played


def complete(rows: Rows) -> list[SessionRow]:
    """All that are complete, of the match rules, in the order in which they began."""
    match = SessionRow.rules.in_(having(lambda rules: rules.match))
    wanted = select(SessionRow).where(match, SessionRow.state == "complete")
    return list(rows.scalars(wanted.order_by(*IN_ORDER).options(selectinload(SessionRow.seats))))


def _scored(row: SessionRow, deals: int) -> ScoredSession:
    north, east, south, west = (seat.player for seat in row.seats)
    first, second = points_of(row.totals).values()
    sides = frozenset((north, south)), frozenset((east, west))
    return ScoredSession(
        row.id, row.started, sides, (first, second), _fault(row, first - second, deals)
    )


def _fault(row: SessionRow, margin: int, deals: int) -> str:
    if not row.started:
        return text("its tablet's clock was not set")
    if row.played < deals:
        return text("it has {played} of {deals} deals", played=row.played, deals=deals)
    return "" if margin else text("its totals are equal")
