"""Sessions of duplicate as the club has them, without a database."""

from firmware.session import fold
from scorepad.club.records.store import ClubSession
from support.club import mitchell
from support.club.club_sessions import Event

GUESTS = (0, 0, 0, 0)


def club_session(
    events: list[Event], number: int = 1, names: tuple[str | None, ...] = (), tablet: str = ""
) -> ClubSession:
    """A session of the club; without names the roster knows nobody.

    Each table has a tablet of its own, unless another one is said.
    """
    session = fold(events)
    state = "complete" if session.complete else "open"
    there = tablet or f"{session.table:02x}"
    return ClubSession(f"{there}-{number}", there, state, names or (None,) * 4, session)


def sat(
    table: int, players: tuple[int, ...], *deals: str, number: int = 0, tablet: str = ""
) -> ClubSession:
    events = mitchell.ended(deals, table=table, players=players)
    return club_session(events, number or table, tablet=tablet)


def hand_checked() -> list[ClubSession]:
    return [
        club_session(events, number)
        for number, events in enumerate(mitchell.evening().values(), 1)
    ]
