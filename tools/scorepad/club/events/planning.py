"""Plans a new event: its name and date, and movements that keep the checker's rules."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import EventMeetingRow, EventPlanRow, EventRow, EventSectionRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.finding import name_key
from scorepad.club.events.event import Event
from scorepad.club.events.loading import HIGHEST, live, loaded
from scorepad.club.log import Signature
from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.movement.checker import faults
from scorepad.movement.model import MOST_BOARDS, MOST_PAIRS, MOST_ROUNDS, MOST_TABLES, Movement
from scorepad.movement.sections import MOST, fault_between

LONGEST = 100  # characters of a name


@dataclass(frozen=True)
class NewEvent:
    """An event that somebody wants; the fields as of Event."""

    name: str
    date: date
    scoring: str
    across: bool
    sections: Sequence[Movement]


def plan(rows: Rows, wanted: NewEvent, by: Signature) -> Event:
    """Adds it, without names. Raises UserError, also for a movement that breaks a rule."""
    _check_name(rows, wanted)
    _check_sections(wanted.sections)
    row = EventRow(
        name=wanted.name.strip(),
        date=str(wanted.date),
        scoring=wanted.scoring,
        across=wanted.across,
        number=secrets.randbelow(HIGHEST) + 1,
        **vars(by),
    )
    add(rows, row)
    _add_plan(rows, row.id, wanted.sections, by)
    return loaded(rows, row)


def plan_anew(rows: Rows, event: Event, sections: Sequence[Movement], by: Signature) -> Event:
    """From now on the event has these sections; its pairs are who they were. Raises UserError.

    Also for a movement without a pair that has been entered, or has left.
    """
    _check_sections(sections)
    there = {pair for movement in sections for pair in movement.pairs}
    for pair in event.pairs.values():
        if (pair.entries or pair.left) and pair.number not in there:
            about = {"pair": pair.name, "event": event.title}
            said = text("pair {pair} is not in the new movement of {event}", **about)
            raise UserError(said, "movement")
    _add_plan(rows, event.id, sections, by)
    return loaded(rows, rows.get_one(EventRow, event.id))


def _add_plan(rows: Rows, event: int, sections: Sequence[Movement], by: Signature) -> None:
    row = EventPlanRow(event=event, **vars(by))
    add(rows, row)
    for place, movement in enumerate(sections):
        rows.add_all(_rows(row.id, place, movement))
    rows.flush()


def _check_name(rows: Rows, wanted: NewEvent) -> None:
    """Raises UserError for one that is taken on that date, or that nobody could read."""
    name = wanted.name
    if not name.strip() or len(name) > LONGEST or wording.UNSEEN.search(name):
        about = {"name": repr(name[:LONGEST]), "most": LONGEST}
        said = text("{name} is no name: it has 1 to {most} characters", **about)
        raise UserError(said, "name")
    for row in live(rows):
        if (name_key(row.name), row.date) == (name_key(name), str(wanted.date)):
            said = text(
                "there is an event {name} on {date} already; give the new one another name, or "
                "drop that one",
                **{"name": repr(row.name), "date": row.date},
            )
            raise UserError(said, "name", [remedy("event drop", event=f"id={row.id}")])


def _check_sections(sections: Sequence[Movement]) -> None:
    """Raises UserError for the first rule that is broken, in a section or between them."""
    for movement in sections:
        if found := faults(movement):
            about = {"name": movement.name, "what": found[0].what, "right": found[0].right}
            raise UserError(text("{name}: {what}; {right}", **about), "movement")
    if between := fault_between(sections):
        raise UserError(between, "movement")
    highest = [
        (len(sections), MOST, text("sections")),
        (max(one.pairs[-1] for one in sections), MOST_PAIRS, text("pairs")),
        (max(one.tables[-1] for one in sections), MOST_TABLES, text("tables")),
        (max(one.rounds for one in sections), MOST_ROUNDS, text("rounds")),
        (
            max(boards[-1] for one in sections for boards in one.board_sets),
            MOST_BOARDS,
            text("boards"),
        ),
    ]
    for number, most, what in highest:
        if number > most:
            large: dict[str, object] = {"number": number, "what": what, "most": most}
            raise UserError(
                text("{number} {what}: an event has {most} at most", **large), "movement"
            )


def _rows(
    plan: int, place: int, movement: Movement
) -> Iterator[EventSectionRow | EventMeetingRow]:
    yield EventSectionRow(
        plan=plan,
        section=place,
        kind=movement.kind,
        name=movement.name,
        may_meet_again=movement.may_meet_again,
    )
    for one in movement.schedule:
        yield EventMeetingRow(
            plan=plan,
            round=one.round,
            table_number=one.table,
            section=place,
            ns=one.ns,
            ew=one.ew,
            boards=" ".join(map(str, one.boards)),
        )
