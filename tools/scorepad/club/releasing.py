"""What the director has released to the room: evenings, and events of duplicate."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.duplicate.decisions import EveningHistory, OfEvening
from scorepad.club.events import loading
from scorepad.club.events.event import Event
from scorepad.club.events.history import EventHistory
from scorepad.club.log import (
    Entry,
    Names,
    Signature,
    Subject,
    decide,
    load_kind,
    load_subject,
    undo,
)
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text

RELEASED = "released"  # the subject of the list


@dataclass(frozen=True)
class Release(OfEvening, kind="release"):
    """The room may see the evening, or the event."""

    def apply(self, state: EventHistory | EveningHistory) -> None:
        """Change nothing: `released` finds it."""

    def list_related(self, rows: Rows, state: Subject) -> Sequence[str]:
        """Return the list of what is released."""
        return [RELEASED]

    def describe(self, names: Names) -> Text:
        """Return that the room may see it."""
        return text("released to the room")


@dataclass(frozen=True)
class Released:
    """A published evening or event, and the decision that published it.

    `event`: the id of the event, 0: all of the evening. `name`: the event's; `number`: by which
    tablets know it.
    """

    entry: Entry
    evening: date
    event: int = 0
    name: str = ""
    number: int = 0


def released(rows: Rows) -> list[Released]:
    """Return all that is published, by date; events that were dropped are not."""
    releases, last = load_kind(rows, Release), dict[tuple[date, int], Released]()
    events = {entry.decision.event: entry for entry in loading.live(rows)} if releases else {}
    for entry, release in releases:
        event = events.get(release.event)
        day = date.fromisoformat(event.decision.date if event else release.evening)
        if event:
            about = event.number, event.decision.name, release.event
            last[day, event.number] = Released(entry, day, *about)
        elif not release.event:
            last[day, 0] = Released(entry, day)
    return [last[key] for key in sorted(last)]


def release(rows: Rows, what: date | Event, by: Signature) -> Text:
    """Let the room see all of an evening, or an event. Return what was done. Raise UserError."""
    decision = _make(what)
    state = load_subject(rows, decision.subject)
    if _find(state):
        raise UserError(text("The room already sees {what}.", what=_describe_subject(what)))
    entry = decide(rows, state, decision, by)
    return text(
        "The room sees {what} (decision {number}).",
        what=_describe_subject(what),
        number=entry.number,
    )


def take_back(rows: Rows, what: date | Event, by: Signature) -> list[Text]:
    """Take a release back. Return what was done. Raise UserError."""
    found = _find(load_subject(rows, _make(what).subject))
    if not found:
        hidden = text("The room does not see {what}.", what=_describe_subject(what))
        raise UserError(hidden, "", [remedy("club released")])
    return [undo(rows, entry.number, by) for entry in found]


def _find(state: Subject) -> list[Entry]:
    # There may be two: where the undoing of one was undone.
    return [entry for entry in state.counting if isinstance(entry.decision, Release)]


def _make(what: date | Event) -> Release:
    if isinstance(what, Event):
        return Release(str(what.date), what.number)
    return Release(str(what), 0)


def _describe_subject(what: date | Event) -> str:
    if isinstance(what, Event):
        return what.heading
    return text("the evening of {evening}", evening=wording.day(what))
