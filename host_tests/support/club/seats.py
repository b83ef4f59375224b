"""Seats that are changed without being asked whether that makes sense."""

from firmware.scoring.deal import SEATS
from scorepad.club.database.rows import Rows
from scorepad.club.history import SessionHistory
from scorepad.club.log import Signature, decide
from scorepad.club.sessions.kinds import SeatPlayer


def reseat(rows: Rows, session: str, seat: int, player: int) -> None:
    """Decide that somebody sat there, also if the club does not have the session yet."""
    decision = SeatPlayer(session, 0, 0, SEATS[seat], player, "")
    decide(rows, SessionHistory.load(rows, session), decision, Signature())
