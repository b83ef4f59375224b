"""Who sat where: as the tablet has it, as it was corrected, as the person it turned out to be.

Reseatings and merges are only added; the seats follow from them and from the records.
"""

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session as Rows
from sqlalchemy.orm import selectinload

from scorepad.club.database.schema import MergeRow, ReseatingRow, RoundSeatRow, SeatRow, SessionRow
from scorepad.club.decisions.adding import add
from scorepad.club.derived.ranking_rows import catch_up, forget
from scorepad.club.derived.rows import twice


def merged(rows: Rows) -> dict[int, int]:
    """The players who were merged, and into whom, one step."""
    last = {
        row.player: row.same_as for row in rows.scalars(select(MergeRow).order_by(MergeRow.id))
    }
    return {player: same_as for player, same_as in last.items() if same_as}


def person(steps: dict[int, int], player: int) -> int:
    """The player who counts for this one, after all steps of `merged`."""
    while player in steps:
        player = steps[player]
    return player


class Seating:
    """Who the players in the seats really are."""

    def __init__(self, rows: Rows):
        rows.flush()
        every = rows.scalars(select(ReseatingRow).order_by(ReseatingRow.id))
        self._corrected = {(row.session, row.seat): row.player for row in every}
        self._steps = merged(rows)

    def player(self, session: str, seat: int, entered: int) -> int:
        """Who sat there, where the tablet has the player `entered`."""
        return person(self._steps, self._corrected.get((session, seat), entered))


def reseat(rows: Rows, session: str, seat: int, player: int, reason: str) -> None:
    """From now on `player` (0 = a guest) sat in this seat of the session."""
    add(rows, ReseatingRow(session=session, seat=seat, player=player, reason=reason))
    _seat_anew(rows, SessionRow.id == session)


def merge(rows: Rows, player: int, same_as: int, reason: str) -> None:
    """From now on `player` is the person `same_as`; 0: a person of its own."""
    before = person(merged(rows), player)
    add(rows, MergeRow(player=player, same_as=same_as, reason=reason))
    theirs = select(SeatRow.session).where(SeatRow.player == before)  # with all seats of `player`
    steps = merged(rows)
    for seat in rows.scalars(select(RoundSeatRow).where(RoundSeatRow.player == before)):
        seat.player = person(steps, seat.entered)
    _seat_anew(rows, SessionRow.id.in_(theirs))


def _seat_anew(rows: Rows, which: ColumnElement[bool]) -> None:
    """Puts the right persons into the seats of these sessions, with all that follows."""
    forget(rows, which)
    seating = Seating(rows)
    wanted = select(SessionRow).where(which).options(selectinload(SessionRow.seats))
    for session in rows.scalars(wanted):
        for seat in session.seats:
            seat.player = seating.player(seat.session, seat.seat, seat.entered)
        session.twice = twice(seat.player for seat in session.seats)
    catch_up(rows)
