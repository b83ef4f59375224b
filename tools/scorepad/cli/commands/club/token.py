"""`scorepad club token`: which programs may come in where `scorepad serve` runs."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of, new_club_of, show_list
from scorepad.club import tokens
from scorepad.language import say
from scorepad.reports.content.tokens import for_programs, report


def new(given: argparse.Namespace) -> None:
    """Makes a token and prints it. Raises UserError."""
    may = tokens.READ if given.read_only else tokens.WRITE
    with new_club_of(given) as club:
        token = club.write(partial(tokens.new, name=given.name, may=may))
    output.note(say("Keep this token: it is shown only now."))
    output.show(token)


def list_tokens(given: argparse.Namespace) -> None:
    """Lists them. Raises UserError."""
    none = say("No program may come in; `scorepad club token new` lets one in.")
    show_list(given, tokens.listed, report, for_programs, none)


def remove(given: argparse.Namespace) -> None:
    """Takes a token back. Raises UserError."""
    with club_of(given) as club:
        output.show(club.write(partial(tokens.remove, name=given.name)))
