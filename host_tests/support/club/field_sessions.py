"""Sessions of duplicate as the club has them, without a database."""

from firmware.session import fold
from scorepad.club.decisions.scores import both
from scorepad.club.duplicate.field import Pair, Result
from scorepad.club.evenings import Evenings
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
    evening = Evenings().of(session.started)
    about = f"{there}-{number}", there, state, names or (None,) * 4, session
    return ClubSession(*about, evening=evening)


def sat(
    table: int, players: tuple[int, ...], *deals: str, number: int = 0, tablet: str = ""
) -> ClubSession:
    events = mitchell.ended(deals, table=table, players=players)
    return club_session(events, number or table, tablet=tablet)


def hand_checked(slips: dict[tuple[int, int], str] | None = None) -> list[ClubSession]:
    sessions = mitchell.evening(slips).values()
    return [club_session(events, number) for number, events in enumerate(sessions, 1)]


def pair(number: int) -> Pair:
    return Pair((2 * number + 1, 2 * number + 2), 0, "", -1, f"pair {number}")


def result(board: int, table: int, score: int, *given: str, pairs: tuple[int, ...] = ()) -> Result:
    """At a table of a Mitchell, where N-S have the table's number, and E-W that and ten."""
    ns, ew = pairs or (table, 10 + table)
    adjusted = both(*given) if given else None
    return Result("0a-1", table, 1, board, (pair(ns), pair(ew)), 0, score, adjusted)
