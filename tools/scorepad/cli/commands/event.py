"""`scorepad event`: an event of duplicate, from its plan to what comes back from the tablets."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sqlalchemy.orm import Session as Rows

from scorepad.cli import output
from scorepad.cli.club_options import Opened, club_of, new_club_of, show_list, signature_of
from scorepad.cli.club_settings import settings_for
from scorepad.cli.movement_option import sections
from scorepad.cli.words import whole_number
from scorepad.club.duplicate.progress import Standing, standing
from scorepad.club.events import entering, planning, rulings
from scorepad.club.events.entering import NamedPair
from scorepad.club.events.event import Event
from scorepad.club.events.loading import event_meant, live
from scorepad.club.events.planning import NewEvent
from scorepad.club.events.sends import Sent
from scorepad.club.records.evenings import day, evening_at, today
from scorepad.errors import UserError
from scorepad.language import marked, say, speaking
from scorepad.movement.model import MOST_ROUNDS
from scorepad.reports.content import event as content
from scorepad.tablet.all_ports import event_for
from scorepad.tablet.event import EventGiven

_DROPPED = marked("{name} is dropped, and its name is free.")
_NONE = "the club has no event on {}; `scorepad event new` makes one"


def new(given: argparse.Namespace) -> None:
    date = today() if given.date is None else day(given.date)
    with speaking(settings_for(given).language):  # in which their names are kept
        made = sections(given.movements, given.meet_again)
    wanted = NewEvent(given.name, date, given.scoring, given.compare == "across", made)
    named = [] if given.pairs is None else entering.read_pairs(given.pairs, output.note)

    def work(rows: Rows) -> Event:
        event = planning.plan(rows, wanted, signature_of(given))
        return entering.enter(rows, event, named, 1, signature_of(given)) if named else event

    _decide(given, work, opened=new_club_of)


def movement(given: argparse.Namespace) -> None:
    made = sections(given.movements, given.meet_again)
    _change(given, partial(planning.plan_anew, sections=made))


def pair(given: argparse.Namespace) -> None:
    named = _named(given)
    since = whole_number("--round", given.round, 1, MOST_ROUNDS)
    work = partial(entering.enter, named=named, since=since)
    _change(given, work, lambda event: _changed(event, named))


def _changed(event: Event, named: list[NamedPair]) -> Iterator[str]:
    return (content.change(event, entering.number_of(event, one)) for one in named)


def _named(given: argparse.Namespace) -> list[NamedPair]:
    if given.file is not None:
        if given.pair is not None:
            raise UserError("pair: either a pair with its players, or --file")
        return entering.read_pairs(given.file, output.note)
    if given.pair is None or len(given.players) != 2:
        otherwise = "" if given.pair else ", or --file"
        raise UserError(f"pair: name the pair and both its players{otherwise}")
    return [NamedPair("", given.pair, tuple(given.players))]


def leave(given: argparse.Namespace) -> None:
    work: Callable[..., Event] = partial(rulings.come_back, pair=given.pair)
    if not given.back:
        since = whole_number("--round", given.round, 1, MOST_ROUNDS)
        work = partial(rulings.leave, pair=given.pair, since=since)
    changed = [NamedPair("", given.pair, ("", ""))]
    _change(given, work, lambda event: _changed(event, changed))


def drop(given: argparse.Namespace) -> None:
    _change(given, rulings.drop, lambda event: [say(_DROPPED, name=event.heading)])


def show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        now = standing(club, club.read(partial(_found, given=given.event)))
    _show(given, now, trail=True)


def list_all(given: argparse.Namespace) -> None:
    none = say("The club has no event; `scorepad event new` makes one.")
    show_list(given, live, content.listed, content.list_for_programs, none)


def _found(rows: Rows, given: str | None) -> Event:
    """The event that is named, else that of today. Raises UserError."""
    event = event_for(rows, given)
    if event is None:
        raise UserError(_NONE.format(today()))
    return event


def _change(
    given: argparse.Namespace,
    change: Callable[..., Event],
    said: Callable[[Event], Iterable[str]] | None = None,
) -> None:
    def work(rows: Rows) -> Event:
        return change(rows, event_meant(rows, given.event, today()), by=signature_of(given))

    _decide(given, work, said)


def _decide(
    given: argparse.Namespace,
    work: Callable[[Rows], Event],
    said: Callable[[Event], Iterable[str]] | None = None,
    opened: Callable[[argparse.Namespace], Opened] = club_of,
) -> None:
    """Does it, or only tries it; then `said` says what there is now, else the event is shown."""

    with opened(given) as club:
        event = (club.attempt if vars(given).get("dry_run") else club.write)(work)
        now = standing(club, event)
    if said and not given.json:
        output.show(*said(event))
    else:
        _show(given, now)


def _show(given: argparse.Namespace, now: Standing, trail: bool = False) -> None:
    current = {table: _has(now.event, one) for table, one in now.sent.items()}
    known = partial(content.for_programs, now, current)
    if given.json:
        output.save_json(known())
    else:
        output.show(content.report(now, current, trail))
        output.know(known)


def _has(event: Event, sent: Sent) -> bool:
    """Whether this is what it would have been given then if the event had been as it is now."""
    on = sent.made and evening_at(sent.made)
    given = EventGiven(event, on=on or event.date)
    return sent.crc in (given.crc(sent.table), given.crc(sent.table, phone=True))
