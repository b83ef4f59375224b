"""The codes by which phones come in."""

import argparse
from datetime import UTC, datetime
from functools import partial

from scorepad import wording
from scorepad.cli import output
from scorepad.cli.club_options import change_club, club_of
from scorepad.club import codes
from scorepad.language import say


def show_codes(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        found = club.read(partial(codes.find_codes, now=datetime.now(UTC)))
    if given.json:
        output.save_json({"until": found.until if found else None})
    elif found:
        output.show(say("The codes are valid until {until}.", until=wording.local(found.until)))
    else:
        output.show(say("No codes are valid; `scorepad club codes new` gives out new ones."))


def new_codes(given: argparse.Namespace) -> None:
    change_club(given, partial(codes.give_out, now=datetime.now(UTC)))
