"""`scorepad club rules`: the club's own rules, which the tablets offer by name."""

import argparse
from functools import partial

from firmware.scoring.sheet import BadOption
from scorepad.cli import output
from scorepad.cli.club_options import club_of, new_club_of, show_list
from scorepad.cli.words import rule_options
from scorepad.club import house
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content import house_rules


def set_rules(given: argparse.Namespace) -> None:
    """Keeps a rule set with options under a name. Raises UserError."""
    try:
        options = rule_options(given.rules, given.options)
    except BadOption as wrong:
        raise UserError(str(wrong)) from None
    accept = None if given.accept is None else given.accept == "on"
    arguments = {"name": given.name, "rules": given.rules, "options": options, "accept": accept}
    with new_club_of(given) as club:
        output.show(club.write(partial(house.set_rules, **arguments)))


def list_rules(given: argparse.Namespace) -> None:
    """Lists the house rules. Raises UserError."""
    none = say("The club has no house rules; `scorepad club rules set` makes some.")
    show_list(given, house.listed, house_rules.report, house_rules.for_programs, none)


def remove_rules(given: argparse.Namespace) -> None:
    """House rules are no more. Raises UserError."""
    with club_of(given) as club:
        output.show(club.write(partial(house.remove, name=given.name)))
