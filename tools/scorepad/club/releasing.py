"""What the director has released to the room: evenings, and events of duplicate."""

from dataclasses import dataclass
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.standing import standing
from scorepad.club.events import loading
from scorepad.club.events.event import Event
from scorepad.club.log import Signature
from scorepad.club.undoing import undo
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text


@dataclass(frozen=True)
class Release:
    """`row`: the decision; `event`: the id of the event, 0: all of the evening.

    `name`: the event's; `number`: by which tablets know it.
    """

    row: DecisionRow
    evening: date
    event: int = 0
    name: str = ""
    number: int = 0


def released(rows: Rows) -> list[Release]:
    """All that is released now, by date; events that were dropped are not."""
    events = {event.id: event for event in loading.live(rows)}
    last = dict[tuple[date, int], Release]()
    for row in standing(rows, DecisionRow, DecisionRow.kind == kinds.RELEASE):
        event = events.get(row.event)
        day = date.fromisoformat(event.date if event else row.evening)
        if event:
            last[day, event.id] = Release(row, day, event.id, event.name, event.number)
        elif not row.event:
            last[day, 0] = Release(row, day)
    return [last[key] for key in sorted(last)]


def release(rows: Rows, what: date | Event, by: Signature) -> Text:
    """Let the room see all of an evening, or an event. Return what was done. Raise UserError."""
    if _found(rows, what):
        raise UserError(text("The room already sees {what}.", what=_called(what)))
    row = kinds.decision(by, kinds.RELEASE, **_where(what))
    add(rows, row)
    return text("The room sees {what} (decision {number}).", what=_called(what), number=row.id)


def take_back(rows: Rows, what: date | Event, by: Signature) -> list[Text]:
    """Take a release back. Return what was done. Raise UserError."""
    found = _found(rows, what)
    if not found:
        hidden = text("The room does not see {what}.", what=_called(what))
        raise UserError(hidden, "", [remedy("club released")])
    return [undo(rows, str(row.id), by) for row in found]


def _found(rows: Rows, what: date | Event) -> list[DecisionRow]:
    # There may be two: where the undoing of one was undone.
    where = _where(what)
    about = DecisionRow.evening == where["evening"], DecisionRow.event == where["event"]
    return standing(rows, DecisionRow, DecisionRow.kind == kinds.RELEASE, *about)


def _where(what: date | Event) -> dict[str, str | int]:
    """The columns of a decision about it."""
    if isinstance(what, Event):
        return {"evening": str(what.date), "event": what.id}
    return {"evening": str(what), "event": 0}


def _called(what: date | Event) -> Text | str:
    if isinstance(what, Event):
        return what.heading
    return text("the evening of {evening}", evening=wording.day(what))
