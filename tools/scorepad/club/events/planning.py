"""Plans a new event: its name and date, and movements that keep the checker's rules."""

import secrets
from collections.abc import Sequence
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.events.event import Event
from scorepad.club.events.history import (
    HIGHEST,
    PlanEvent,
    ReplaceMovement,
    write_section,
)
from scorepad.club.events.rulings import decide_event
from scorepad.club.log import Signature
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.movement.checker import find_faults
from scorepad.movement.model import MOST_BOARDS, MOST_PAIRS, MOST_ROUNDS, MOST_TABLES, Movement
from scorepad.movement.sections import MOST, find_fault

LONGEST = 100  # characters of a name


def plan(
    rows: Rows,
    name: str,
    day: date,
    scoring: str,
    sections: Sequence[Movement],
    by: Signature,
    across: bool = True,
) -> Event:
    """Add an event, without names; parameters as of Event.

    Raise UserError, also for a movement that breaks a rule.
    """
    _check_name(name)
    _check_sections(sections)
    number, written = secrets.randbelow(HIGHEST) + 1, list(map(write_section, sections))
    decision = PlanEvent(number, name.strip(), str(day), scoring, across, written)
    try:
        return decide_event(rows, decision, by)
    except UserError as error:
        raise error.at("name") from None


def plan_anew(rows: Rows, event: Event, sections: Sequence[Movement], by: Signature) -> Event:
    """Replace the sections of the event; its pairs stay the same. Raise UserError.

    Also for a movement without a pair that has been entered, or has left.
    """
    _check_sections(sections)
    written = list(map(write_section, sections))
    return decide_event(rows, ReplaceMovement(event.number, written), by)


def _check_name(name: str) -> None:
    """Raises UserError for one that nobody could read."""
    if not name.strip() or len(name) > LONGEST or wording.UNSEEN.search(name):
        about = {"name": repr(name[:LONGEST]), "most": LONGEST}
        said = text("{name} is no name: it has 1 to {most} characters", **about)
        raise UserError(said, "name")


def _check_sections(sections: Sequence[Movement]) -> None:
    """Raises UserError for the first rule that is broken, in a section or between them."""
    for movement in sections:
        if found := find_faults(movement):
            about = {"name": movement.name, "what": found[0].what, "right": found[0].right}
            raise UserError(text("{name}: {what}; {right}", **about), "movement")
    if between := find_fault(sections):
        raise UserError(between, "movement")
    highest = [
        (len(sections), MOST, text("sections")),
        (max(movement.pairs[-1] for movement in sections), MOST_PAIRS, text("pairs")),
        (max(movement.tables[-1] for movement in sections), MOST_TABLES, text("tables")),
        (max(movement.rounds for movement in sections), MOST_ROUNDS, text("rounds")),
        (
            max(boards[-1] for movement in sections for boards in movement.board_sets),
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
