"""`scorepad club settings`: what the club has set for itself."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of, new_club_of, signature_of
from scorepad.club.settings import stored
from scorepad.reports.content.settings import for_programs, report


def show(given: argparse.Namespace) -> None:
    """Shows the settings. Raises UserError."""
    with club_of(given) as club:
        listed, decided = club.read(stored.listed), club.read(stored.decided)
    if given.json:
        output.save_json(for_programs(listed, decided))
    else:
        output.show(report(listed).unheaded)


def change(given: argparse.Namespace) -> None:
    """Changes some of them. Raises UserError."""
    work = partial(stored.change, given=given.settings, by=signature_of(given))
    with new_club_of(given) as club:
        output.show(club.write(work))
