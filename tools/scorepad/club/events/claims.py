"""Whether a session of an event is believed of a tablet in a page, which anybody may hold."""

from firmware.scoring.rounds import Round
from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import rounds_of
from scorepad.club.events.event import NOBODY, Event
from scorepad.club.events.loading import numbered
from scorepad.language import Text, marked, text
from scorepad.movement.model import Meeting


def refusal(rows: Rows, tablet: str, session: Session) -> Text | None:
    """Say why it is not; None if it is, or is of no event of the club.

    `tablet`: its id, hexadecimal. It must have been given the part of the table, and its rounds
    are as planned, unless the director has said otherwise at the table, or planned anew since.
    """
    rounds, table = rounds_of(session), session.table
    event = numbered(rows, rounds.event) if rounds.event else None
    if event is None:
        return None
    if not _was_sent(rows, event, tablet, table):
        about = {"event": event.title, "table": table}
        return text("{event} was not given to this phone as the part of table {table}", **about)
    if event.history.replanned:
        return None
    schedule = (meeting for movement in event.sections for meeting in movement.schedule)
    planned = {meeting.round: meeting for meeting in schedule if meeting.table == table}
    for begun in rounds.listed:
        if not (begun.overruled or _fits(begun, planned.get(begun.round))):
            about = {"round": begun.round, "event": event.title}
            said = marked("in round {round} of {event} it has pairs that are not at its table")
            return text(said, **about)
    return None


def _was_sent(rows: Rows, event: Event, tablet: str, table: int) -> bool:
    theirs = "event = :event AND tablet = :tablet AND table_number = :table"
    sent = f"SELECT id FROM event_sends WHERE {theirs} LIMIT 1"
    return rows.value(sent, event=event.id, tablet=tablet, table=table) is not None


def _fits(one: Round, meeting: Meeting | None) -> bool:
    """Pairs that are not there are nobody."""
    if meeting is None:
        return False
    return one.ns in (NOBODY, meeting.ns) and one.ew in (NOBODY, meeting.ew)
