"""Sessions in which one person has two seats: two entries sat there that are one person now.

A merge of two who sat together is refused, but such a session may come from a tablet afterwards.
Nobody knows who really sat there, so neither the ranking nor the ledger has it.
"""

from sqlalchemy import func, select

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import PlayerRow, SeatRow, SessionRow
from scorepad.language import marked, say

WHY = marked("one player has two seats")


def doubles(rows: Rows, session: str | None = None) -> dict[str, str]:
    """What is wrong with each session, or with this one, if somebody has two seats there."""
    doubled = select(SessionRow.id).where(SessionRow.twice == 1)
    which = SeatRow.session.in_(doubled) if session is None else SeatRow.session == session
    several = (
        select(SeatRow.session, SeatRow.player)
        .where(SeatRow.player != 0, which)
        .group_by(SeatRow.session, SeatRow.player)
        .having(func.count() > 1)
        .order_by(SeatRow.session, SeatRow.player)
    )
    return {name: _said(rows, name, player) for name, player in rows.execute(several)}


def _said(rows: Rows, session: str, player: int) -> str:
    mine = select(SeatRow.seat).where(SeatRow.session == session, SeatRow.player == player)
    seats = wording.both(wording.seat(seat) for seat in rows.scalars(mine.order_by(SeatRow.seat)))
    found = rows.get(PlayerRow, player)
    return say(
        "{name} (id={id}) has the seats {seats}, and neither ranking nor ledger counts it; "
        "`scorepad club seat {session} SEAT PLAYER` corrects who sat there",
        name=wording.player(found.name) if found else say("player"),
        id=player,
        seats=seats,
        session=session,
    )
