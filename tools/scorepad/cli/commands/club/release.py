"""`scorepad club release`: what the room may read."""

import argparse
from datetime import date

from sqlalchemy.orm import Session as Rows

from scorepad.cli import output
from scorepad.cli.club_options import club_of, show_list, signature_of
from scorepad.club import releasing
from scorepad.club.events.event import Event
from scorepad.club.events.loading import event_meant
from scorepad.club.records.evenings import day, today
from scorepad.language import say
from scorepad.reports.content.released import for_programs, report


def release(given: argparse.Namespace) -> None:
    """Releases an evening or an event, or takes that back. Raises UserError."""
    work = releasing.take_back if given.back else releasing.release

    def decide(rows: Rows) -> str:
        return work(rows, _meant(given, rows), signature_of(given))

    with club_of(given) as club:
        output.show(club.write(decide))


def _meant(given: argparse.Namespace, rows: Rows) -> date | Event:
    if given.event is not None:
        return event_meant(rows, given.event, today())
    return today() if given.evening is None else day(given.evening)


def list_released(given: argparse.Namespace) -> None:
    """Lists what is released. Raises UserError."""
    show_list(given, releasing.released, report, for_programs, say("Nothing is released."))
