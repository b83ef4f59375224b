"""Finds the events of the club, and puts together what was decided about one."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from sqlalchemy import ColumnElement, select

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import EventPairRow, EventRow, EventRulingRow
from scorepad.club.decisions.finding import name_key, nearest
from scorepad.club.decisions.seating import merged, person
from scorepad.club.decisions.standing import name_of, standing
from scorepad.club.events.event import SCORINGS, Event, EventPair, EventPlayer, Players
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import marked, text
from scorepad.movement.model import MOST_ROUNDS, Meeting, Movement

BACK, DROP, LEAVE = "back", "drop", "leave"
HIGHEST = (1 << 30) - 1  # number of an event: what a tablet takes in without going to its heap


class Unreadable(UserError):
    """What the database has of an event makes no sense."""


class SeveralEvents(UserError):
    """More events on a day than the one that was looked for."""


def live(rows: Rows) -> list[EventRow]:
    """All that were not dropped, by date."""
    gone = dropped(rows)
    every = rows.scalars(select(EventRow).order_by(EventRow.date, EventRow.id))
    return [row for row in every if row.id not in gone]


def dropped(rows: Rows, *which: ColumnElement[bool]) -> dict[int, str]:
    """The events that were dropped, or some of them, and by which decision."""
    found = standing(rows, EventRulingRow, EventRulingRow.kind == DROP, *which)
    return {row.event: name_of(row) for row in found}


def event_meant(rows: Rows, given: str, today: date) -> Event:
    """The event that is meant: by its name, name and date, or id, as id=7. Raises UserError.

    Its number on tablets is as good as its id.

    Of several of one name that of today, else the one of the latest date.
    """
    every, wanted = live(rows), name_key(given)
    fitting = [
        row
        for row in every
        if wanted in map(name_key, (row.name, f"{row.name} {row.date}"))
        or wanted in (f"id={row.id}", f"id={row.number}")
    ]
    if not fitting:
        raise _unknown(given, [row.name for row in every])
    return loaded(rows, next((row for row in fitting if row.date == str(today)), fitting[-1]))


def _unknown(given: str, names: list[str]) -> Unknown:
    if not names:
        said = text("the club has no event {given}", given=repr(given))
        return Unknown(said, "event", [remedy("event new", name=given)])
    about = {"given": repr(given), "names": ", ".join(map(repr, nearest(given, names)))}
    said = text("the club has no event {given}; there are {names}", **about)
    return Unknown(said, "event", [remedy("event list")])


def of_day(rows: Rows, day: date) -> Event | None:
    """The event of a date, if there is one. Raises SeveralEvents."""
    found = [row for row in live(rows) if row.date == str(day)]
    if len(found) > 1:
        names = ", ".join(repr(row.name) for row in found)
        raise several_events(day, names)
    return loaded(rows, found[0]) if found else None


def several_events(day: date, names: str) -> SeveralEvents:
    """Return the error for a day on which there are several events."""
    said = text("there are several events on {day}: {names}; say which", day=day, names=names)
    return SeveralEvents(said, "event")


def numbered(rows: Rows, number: int) -> Event | None:
    """The event that tablets know by this number, though it be dropped.

    None if the club does not have it, or cannot say what it is.
    """
    theirs = select(EventRow).where(EventRow.number == number)
    return _readable(rows, rows.scalar(theirs) if number <= HIGHEST else None)


def kept(rows: Rows, event: int) -> Event | None:
    """The event with this id, though it be dropped; None if the club cannot say what it is."""
    return _readable(rows, rows.get(EventRow, event))


def _readable(rows: Rows, row: EventRow | None) -> Event | None:
    try:
        return loaded(rows, row) if row else None
    except Unreadable:  # its sessions are there all the same
        return None


def loaded(rows: Rows, row: EventRow) -> Event:
    """All of an event. Raises Unreadable."""
    try:
        day, sections = date.fromisoformat(row.date), _sections(rows, row.id)
        if row.scoring not in SCORINGS or not sections or not all(s.schedule for s in sections):
            raise ValueError("no scoring, or no meeting")
    except ValueError as error:
        about = {"name": repr(row.name), "id": row.id, "why": error}
        said = text("the plan of the event {name} (id={id}) is damaged: {why}", **about)
        raise Unreadable(said, "event") from error
    return Event(
        row.id,
        row.number,
        row.name,
        day,
        row.scoring,
        row.across,
        sections,
        _pairs(rows, row.id, (pair for movement in sections for pair in movement.pairs)),
        row.author,
        row.reason,
        dropped(rows, EventRulingRow.event == row.id).get(row.id, ""),
    )


def _sections(rows: Rows, event: int) -> list[Movement]:
    last = rows.value("SELECT max(id) FROM event_plans WHERE event = :event", event=event)
    meetings = defaultdict[int, list[Meeting]](list)
    mine = "SELECT * FROM event_meetings WHERE plan = :plan ORDER BY round, table_number"
    for one in rows.all(mine, plan=last):
        if one.round > MOST_ROUNDS:  # as no plan has; what counts rounds would never end
            about = {"round": one.round, "most": MOST_ROUNDS}
            said = marked("the plan of the event has round {round}, not 1 to {most}")
            raise UserError(text(said, **about), "event")
        boards = tuple(map(int, one.boards.split()))
        meetings[one.section].append(Meeting(one.round, one.table_number, one.ns, one.ew, boards))
    theirs = "SELECT * FROM event_sections WHERE plan = :plan ORDER BY section"
    found = (
        Movement(one.kind, one.name, tuple(meetings[one.section]), (), bool(one.may_meet_again))
        for one in rows.all(theirs, plan=last)
    )
    return [replace(one, shares=one.together) for one in found]


def _pairs(rows: Rows, event: int, numbers: Iterable[int]) -> dict[int, EventPair]:
    """Who they are: of two entries for the same round the later one counts."""
    mine = select(EventPairRow).where(EventPairRow.event == event).order_by(EventPairRow.id)
    entered = defaultdict[int, dict[int, EventPairRow]](dict)
    for row in rows.scalars(mine):
        entered[row.pair][row.since] = row
    called = Called(rows, (row for theirs in entered.values() for row in theirs.values()))
    left = leaving(rows, event)
    return {
        number: EventPair(
            number,
            {since: called.players(row) for since, row in sorted(entered[number].items())},
            left[number].round if number in left else 0,
        )
        for number in sorted(numbers)
    }


def leaving(rows: Rows, event: int) -> dict[int, EventRulingRow]:
    """What says of each pair that has left from which round on it is not there."""
    mine = standing(rows, EventRulingRow, EventRulingRow.event == event)
    said = {row.pair: row for row in mine}
    return {pair: row for pair, row in said.items() if row.kind == LEAVE}


class Called:
    """The players of some entries, as the persons that they are now."""

    def __init__(self, rows: Rows, entries: Iterable[EventPairRow]):
        self._steps = merged(rows)
        ids = {self._person(number) for row in entries for number in (row.first, row.second)}
        known = rows.all("SELECT id, name, number FROM players WHERE id IN :ids", ids=ids)
        self._known = {player.id: player for player in known}

    def players(self, row: EventPairRow) -> Players:
        """Those of an entry."""
        return self._who(row.first, row.first_name), self._who(row.second, row.second_name)

    def _who(self, number: int, guest: str) -> EventPlayer:
        found = self._known.get(self._person(number))
        if found:
            return EventPlayer(found.id, found.name, found.number, number)
        return EventPlayer(self._person(number), guest, entered=number)

    def _person(self, number: int) -> int:
        return person(self._steps, number)
