"""Parameters and outcomes of operations about events."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.errors import UserError
from scorepad.language import Text, joined, text
from scorepad.movement.model import MOST_PAIRS, MOST_ROUNDS
from scorepad.operation import Param, Report, Rows, Suggestion, Upload
from scorepad.operations.common import SUGGESTED, Answer
from scorepad.operations.movements.common import Movement
from scorepad.upload import Unreadable

if TYPE_CHECKING:
    from scorepad.club.evenings import Evenings
    from scorepad.club.events.event import Event as Planned
    from scorepad.club.events.sends import Sent
    from scorepad.movement import model


def suggest_events(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the newest events."""
    from scorepad import wording
    from scorepad.club.events.loading import live

    for entry in live(rows)[: -SUGGESTED - 1 : -1]:
        plan = entry.decision
        yield f"id={entry.number}", joined((plan.name, wording.dated(plan.date)), " · ")


def suggest_pairs(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the pairs of the event, by number."""
    for number, pair in event_of(rows, given.get("event")).pairs.items():
        yield str(number), pair.name


EVENT = Param("Event", "its name, name and date, or id=N", "Tuesday", suggests=suggest_events)
Event = Annotated[str, EVENT]
EventOf = Annotated[str, Param("Event", "all sessions of it", suggests=suggest_events)]
Pair = Annotated[
    int,
    Param("Pair", "its number", low=1, high=MOST_PAIRS, suggests=suggest_pairs, positional=True),
]
Round = Annotated[
    int, Param("Round", "from which they play", low=1, high=MOST_ROUNDS, metavar="R")
]
PairsFile = Annotated[
    Upload,
    Param(
        "Who the pairs are",
        "a row a pair: pair, first, second",
        hint="A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for each "
        "pair, and the columns pair (its number), first and second (its players; guest:NAME is "
        "a guest).",
        sample="pairs-of-an-event.csv",
        metavar="FILE.csv",
    ),
]
Movements = Annotated[
    Movement,
    Param(
        "Further sections",
        "of a section: a file, or as `scorepad movement` takes it, in quotes",
        "howell --pairs 10",
        hint="Where the others play another movement: as howell --pairs 10.",
        boxes=1,
        positional=False,
    ),
]


def event_of(rows: Rows, given: str | None) -> "Planned":
    """Return the event that is meant, else that of today. Raise UserError."""
    from scorepad.club.events.loading import event_meant, of_day
    from scorepad.errors import Unknown, remedy

    today = rows.evenings.today()
    event = event_meant(rows, given, today) if given else of_day(rows, today)
    if event is None:
        none = text("the club has no event on {day}", day=today)
        raise Unknown(none, "event", [remedy("event new")])
    return event


def make_sections(
    rows: Rows, wanted: Sequence[Movement], may_meet_again: bool
) -> "list[model.Movement]":
    """Return the sections of an event, named in the club's language. Raise UserError.

    Those of a single movement keep the numbers that they have.
    """
    from dataclasses import replace

    from scorepad.club.settings.stored import settings_in
    from scorepad.language import Language
    from scorepad.movement.sections import add_letters, join_sections

    language = Language(settings_in(rows).language)
    try:
        made = [
            section
            for wish in wanted
            for section in replace(wish, meet_again=wish.meet_again or may_meet_again).make()
        ]
        made = add_letters(made) if len(wanted) == 1 else join_sections(made)
    except Unreadable as error:
        said = text(
            "{why}; a movement is a file, or words like those of `scorepad movement howell`",
            why=error.said,
        )
        raise UserError(said, "movement.file") from None
    except UserError as error:
        raise error.within("movement") from None
    return [replace(section, name=language.say(section.name)) for section in made]


def describe_event(
    rows: Rows,
    event: "Planned",
    said: Sequence[Text] = (),
    notes: Sequence[Text] = (),
    trail: bool = False,
) -> Answer:
    """Return an event as it is now.

    said: what people read instead of the event
    trail: whether people see all that was decided
    """
    from scorepad.club.duplicate.progress import standing
    from scorepad.reports.content.events.event import for_programs, report

    now = standing(rows, event)
    # By table, whether its tablet has the event as it is.
    current = {table: _has(event, sent, rows.evenings) for table, sent in now.sent.items()}
    shown: Sequence[Report | Text] = said or [report(now, current, trail)]
    return Answer(shown, for_programs(now, current), notes)


def _has(event: "Planned", sent: "Sent", evenings: "Evenings") -> bool:
    """Return True if a tablet was given what it would be given of the event as it is now."""
    from scorepad.tablet.event import EventDelivery

    on = sent.made and evenings.at(sent.made)
    given = EventDelivery(event, on=on or event.date, evenings=evenings)
    return sent.crc in (given.crc(sent.table), given.crc(sent.table, phone=True))
