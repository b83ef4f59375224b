"""All that was decided about an event, and by whom."""

from dataclasses import dataclass
from datetime import datetime

from scorepad.club.database.rows import Rows
from scorepad.club.events.history import EventHistory
from scorepad.club.log import Names, Undo, find_undoings
from scorepad.language import say


@dataclass(frozen=True)
class TrailEntry:
    """One decision. `what`: in words; `author`, `reason`: "" where nobody has said it."""

    made: datetime
    author: str
    what: str
    reason: str


def trail(rows: Rows, history: EventHistory) -> list[TrailEntry]:
    """Return all decisions about an event as they were made, without undoings."""
    names, undoings = Names(rows), find_undoings(history.entries)
    found = list[TrailEntry]()
    for entry in history.entries:
        what = str(entry.decision.describe(names))
        if by := undoings.get(entry.number):
            what = say("{what} (undone by {name})", what=what, name=by.number)
        if not isinstance(entry.decision, Undo):
            found.append(TrailEntry(entry.made, entry.author, what, entry.reason))
    return found
