"""How an event stands: which tablet has which table's part, and how far each table has come."""

from dataclasses import dataclass
from datetime import datetime

from scorepad.club.database.rows import Rows
from scorepad.club.duplicate.field import results_of
from scorepad.club.events import sends
from scorepad.club.events.event import NOBODY, Event
from scorepad.club.events.history import EventHistory
from scorepad.club.events.sends import Sent
from scorepad.club.log import Names, Undo
from scorepad.club.records import choosing
from scorepad.club.records.store import ClubSession
from scorepad.language import text


@dataclass(frozen=True)
class TableProgress:
    """The progress of a table. `round`: the last that it has begun, 0 = none.

    `played`: results; `planned`: those of all its rounds; `complete`: it has ended.
    """

    sessions: list[str]
    round: int
    played: int
    planned: int
    complete: bool


@dataclass(frozen=True)
class TrailEntry:
    """A decision. `what`: in words; `author`, `reason`: "" if not given."""

    made: datetime
    author: str
    what: str
    reason: str


@dataclass(frozen=True)
class Standing:
    """`sent`: by table, what its tablet has; `tables`: all that the event has.

    `damaged`: what is wrong with sessions that are not counted; `trail`: all that was decided.
    """

    event: Event
    sent: dict[int, Sent]
    tables: dict[int, TableProgress]
    damaged: list[str]
    trail: list[TrailEntry]


def standing(rows: Rows, event: Event) -> Standing:
    """Return the standing of the event now."""
    mine = rows.all("SELECT id FROM sessions WHERE event = :event", event=event.number)
    sessions, damaged = choosing.load_sessions(rows, [row.id for row in mine])
    tables = {table: _progress(event, table, sessions) for table in event.section_of}
    sent = sends.of_event(rows, event.id)
    return Standing(event, sent, tables, damaged, _list_decisions(rows, event.history))


def _progress(event: Event, table: int, sessions: list[ClubSession]) -> TableProgress:
    theirs = [session for session in sessions if session.session.table == table]
    plan = [one for (_, at), one in event.meetings.items() if at == table]
    return TableProgress(
        [session.id for session in theirs],
        max((at.round for session in theirs for at in session.rounds.listed), default=0),
        sum(1 for session in theirs for _ in results_of(session)),
        sum(len(one.boards) for one in plan if NOBODY not in one.pairs),
        bool(theirs) and all(session.session.complete for session in theirs),
    )


def _list_decisions(rows: Rows, history: EventHistory) -> list[TrailEntry]:
    """Return all decisions about an event as they were made, without undoings."""
    names, found = Names(rows), list[TrailEntry]()
    for entry in history.entries:
        what = entry.decision.describe(names)
        if by := history.undone.get(entry.number):
            what = text("{what} (undone by {name})", what=what, name=by.number)
        if not isinstance(entry.decision, Undo):
            found.append(TrailEntry(entry.made, entry.author, what, entry.reason))
    return found
