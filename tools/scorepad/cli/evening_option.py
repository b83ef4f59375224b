"""Which evening of duplicate is meant: by `--evening`, or the event by `--event`."""

import argparse
from functools import partial

from scorepad.club.duplicate.gathering import Gathering, of_evening, of_event
from scorepad.club.events.loading import event_meant
from scorepad.club.records.evenings import day, today
from scorepad.club.records.store import Club


def gathered(club: Club, given: argparse.Namespace) -> Gathering:
    """The sessions of the event, or of the evening; else of the latest one. Raises UserError."""
    if given.event is not None:
        return of_event(club, club.read(partial(event_meant, given=given.event, today=today())))
    return of_evening(club, None if given.evening is None else day(given.evening))
