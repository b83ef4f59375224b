"""`scorepad event send`: tablets get their part of an event."""

import argparse
from functools import partial

from scorepad.cli.club_options import club_of
from scorepad.cli.commands import sync
from scorepad.operations.events.common import event_of


def send(given: argparse.Namespace) -> int:
    """Gives tablets their part of an event; the exit status as of `scorepad sync`."""
    if given.event is None and not given.take_away:
        with club_of(given) as club:
            club.read(partial(event_of, given=None))
    return sync.run(given)
