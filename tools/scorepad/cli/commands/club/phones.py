"""The sessions of phones that wait for the director."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import change_club, club_of, show_list, signature_of
from scorepad.club import waiting
from scorepad.language import say
from scorepad.reports.content import waiting as waiting_report


def list_waiting(given: argparse.Namespace) -> None:
    listed = partial(waiting.waiting, dismissed=given.dismissed)
    none = say("No session waits for the director.")
    if given.dismissed:
        none = say("No session is dismissed.")
    show_list(given, listed, waiting_report.report, waiting_report.for_programs, none)


def take_in(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        if given.dry_run:
            output.show_lines(waiting.preview(club, given.waiting))
        else:
            by = signature_of(given)
            output.show(club.write(partial(waiting.take_in, given=given.waiting, by=by)))


def dismiss(given: argparse.Namespace) -> None:
    change_club(given, partial(waiting.dismiss, given=given.waiting))
