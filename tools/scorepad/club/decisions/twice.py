"""Sessions in which one person has two seats: two entries sat there that are one person now.

A merge of two who sat together is refused, but such a session may come from a tablet afterwards.
Nobody knows who really sat there, so neither the ranking nor the ledger has it.
"""

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.database.schema import PlayerRow, SeatRow, SessionRow

WHY = "one player has two seats"


def doubles(rows: Rows, session: str | None = None) -> dict[str, str]:
    """What is wrong with each session, or with this one, if somebody has two seats there."""
    doubled = select(SessionRow.id).where(SessionRow.twice)
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
    seats = " and ".join(SEATS[seat] for seat in rows.scalars(mine.order_by(SeatRow.seat)))
    found = rows.get(PlayerRow, player)
    name = wording.player(found.name) if found else "player"
    return (
        f"{name} (id={player}) has the seats {seats}, and neither ranking nor ledger counts it; "
        f"`scorepad club seat {session}` shows and corrects who sat there"
    )
