"""Which sessions a command is about: those of an evening, those that are named, some left out."""

from collections.abc import Iterable
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import LEFT_OUT, tablet_and_number
from scorepad.club.records.session_list import began_in
from scorepad.club.records.store import ClubSession, Damaged, load_session
from scorepad.club.sessions.kinds import LeaveOut
from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.steps import Steps, show_nothing

_READING = text("reading sessions")


class LeftOut(UserError):
    """A session that counts nowhere, because the club has decided so, or has dropped its event."""


def of_evening(rows: Rows, evening: date | None) -> list[str]:
    """The ids of its sessions as they began. Raises UserError if there is none."""
    began, values = began_in(evening, rows.evenings)
    there = f"SELECT id FROM sessions WHERE {began} ORDER BY started, tablet, number"
    ids = [row.id for row in rows.all(there, **values)]
    if not ids:
        none = text("Every session has a date.")
        if evening:
            none = text("No session began in the evening of {evening}.", evening=str(evening))
        raise UserError(none, "evening", [remedy("club list")])
    return ids


def load_sessions(
    rows: Rows, ids: Iterable[str], steps: Steps = show_nothing
) -> tuple[list[ClubSession], list[str]]:
    """The sessions with these ids, in order; of others in words why they do not count.

    These are damaged, or the club has decided so. Raises UserError for an id that there is not.
    """
    sessions, others = list[ClubSession](), list[str]()
    wanted = list(ids)
    for name in steps(wanted, len(wanted), _READING):
        try:
            sessions.append(counting(load_session(rows, name)))
        except (Damaged, LeftOut) as error:
            others.append(str(error))
    return in_order(sessions), others


def counting(club_session: ClubSession) -> ClubSession:
    """The session. Raises LeftOut if the club has decided that it counts nowhere."""
    event = club_session.event
    if event and event.dropped:
        said = text(
            "session {session} counts nowhere: its event {event} was dropped by decision "
            "{decision}",
            **{"session": club_session.id, "event": event.title, "decision": event.dropped},
        )
        raise LeftOut(said, remedies=[remedy("club undo", number=event.dropped)])
    if club_session.state == LEFT_OUT:
        found = club_session.decided.history.decided
        entry = [entry for entry, decision in found if isinstance(decision, LeaveOut)][-1]
        why = f": {wording.visible(entry.reason)}" if entry.reason else ""
        about = {"session": club_session.id, "decision": entry.number, "why": why}
        raise LeftOut(
            text("session {session} counts nowhere, by decision {decision}{why}", **about)
        )
    return club_session


def in_order(sessions: Iterable[ClubSession]) -> list[ClubSession]:
    """Return the sessions by start time, without repetitions."""
    return sorted(
        {session.id: session for session in sessions}.values(),
        key=lambda one: (one.session.started, *tablet_and_number(one.id)),
    )


def without(sessions: list[ClubSession], ids: Iterable[str]) -> list[ClubSession]:
    """Return the sessions except these, by unique beginnings of ids. Raise UserError."""
    left = list(sessions)
    for given in map(str.lower, ids):
        exact = [session for session in left if session.id == given]
        found = exact or [session for session in left if session.id.startswith(given)]
        if len(found) != 1:
            wrong = text("{given} is not the ID of one of these sessions.", given=given)
            raise UserError(wrong, "without")
        left.remove(found[0])
    return left


def evenings_of(sessions: Iterable[ClubSession]) -> set[date]:
    """The evenings in which the sessions began whose tablets knew the time."""
    return {session.evening for session in sessions if session.evening}
