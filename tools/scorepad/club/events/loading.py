"""Finds the events of the club, and puts together what was decided about one."""

from datetime import date

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import name_key, nearest
from scorepad.club.decisions.seating import merged, person
from scorepad.club.events.event import Event, EventPair, EventPlayer, Players
from scorepad.club.events.history import (
    HIGHEST,
    DropEvent,
    EventHistory,
    OfEvent,
    PlanEvent,
    Who,
    load_history,
)
from scorepad.club.log import Entry, load_kind
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import text


class SeveralEvents(UserError):
    """More events on a day than the one that was looked for."""


def live(rows: Rows) -> list[Entry]:
    """Return what has planned each event that was not dropped, by date."""
    gone = find_numbers(rows, DropEvent)
    every = (entry for entry, plan in load_kind(rows, PlanEvent) if plan.event not in gone)
    return sorted(every, key=lambda entry: (entry.decision.date, entry.number))


def find_numbers(rows: Rows, kind: type[OfEvent]) -> list[int]:
    """Return the numbers on tablets of the events about which there is such a decision."""
    return [decision.event for _, decision in load_kind(rows, kind)]


def event_meant(rows: Rows, given: str, today: date) -> Event:
    """The event that is meant: by its name, name and date, or id, as id=7. Raises UserError.

    Its number on tablets is as good as its id.

    Of several of one name that of today, else the one of the latest date.
    """
    every, wanted = live(rows), name_key(given)
    fitting = [entry for entry in every if wanted in _list_keys(entry)]
    if not fitting:
        raise _unknown(given, [entry.decision.name for entry in every])
    of_today = (entry for entry in fitting if entry.decision.date == str(today))
    meant = next(of_today, fitting[-1])
    return load_event(rows, load_history(rows, meant.decision.event))


def _list_keys(planned: Entry) -> list[str]:
    """Return by what an event is found."""
    plan = planned.decision
    names = plan.name, f"{plan.name} {plan.date}"
    return [*map(name_key, names), f"id={planned.number}", f"id={plan.event}"]


def _unknown(given: str, names: list[str]) -> Unknown:
    if not names:
        said = text("the club has no event {given}", given=repr(given))
        return Unknown(said, "event", [remedy("event new", name=given)])
    about = {"given": repr(given), "names": ", ".join(map(repr, nearest(given, names)))}
    said = text("the club has no event {given}; there are {names}", **about)
    return Unknown(said, "event", [remedy("event list")])


def of_day(rows: Rows, day: date) -> Event | None:
    """The event of a date, if there is one. Raises SeveralEvents."""
    found = [entry.decision for entry in live(rows) if entry.decision.date == str(day)]
    if len(found) > 1:
        names = ", ".join(repr(plan.name) for plan in found)
        raise several_events(day, names)
    return load_event(rows, load_history(rows, found[0].event)) if found else None


def several_events(day: date, names: str) -> SeveralEvents:
    """Return the error for a day on which there are several events."""
    said = text("there are several events on {day}: {names}; say which", day=day, names=names)
    return SeveralEvents(said, "event")


def numbered(rows: Rows, number: int) -> Event | None:
    """The event that tablets know by this number, though it be dropped.

    None if the club does not have it, or cannot say what it is.
    """
    history = load_history(rows, number) if number <= HIGHEST else None
    return load_event(rows, history) if history and history.planned else None


def load_event(rows: Rows, history: EventHistory) -> Event:
    """An event with the persons that its players are now. Raises UserError."""
    if history.planned is None:
        why = [fault.said for fault in history.faults.values()]
        said = text("the plan of the event is damaged: {why}", why=why[0] if why else "?")
        raise UserError(said, "event")
    entry, plan = history.planned, history.planned.decision
    called = _Called(rows, history)
    pairs = {
        number: EventPair(
            number,
            called.entries(history.entered.get(number, {})),
            history.leaving[number].decision.since if number in history.leaving else 0,
        )
        for number in sorted(history.pairs)
    }
    about = plan.event, plan.name, date.fromisoformat(plan.date), plan.scoring, plan.across
    return Event(entry.number, *about, history.sections, pairs, history)


class _Called:
    """The players of the pairs, as the persons that they are now."""

    def __init__(self, rows: Rows, history: EventHistory):
        self._steps = merged(rows)
        named = (two for theirs in history.entered.values() for two in theirs.values())
        ids = {person(self._steps, number) for two in named for number, _ in two}
        known = rows.all("SELECT id, name, number FROM players WHERE id IN :ids", ids=ids)
        self._known = {player.id: player for player in known}

    def entries(self, entered: dict[int, tuple[Who, Who]]) -> dict[int, Players]:
        """Return the players of a pair, by the rounds from which they play."""
        return {
            since: (self._player(first), self._player(second))
            for since, (first, second) in sorted(entered.items())
        }

    def _player(self, who: Who) -> EventPlayer:
        number, guest = who
        now = person(self._steps, number)
        if found := self._known.get(now):
            return EventPlayer(found.id, found.name, found.number, number)
        return EventPlayer(now, guest, entered=number)
