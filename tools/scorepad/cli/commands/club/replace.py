"""`scorepad club replace`: a good copy of a session may come instead of a damaged one."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of, show_list
from scorepad.club.decisions.replacing import decide, replacements
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content.replacements import for_programs, report


def replace(given: argparse.Namespace) -> None:
    """Lets a damaged copy go, or lists what was decided. Raises UserError."""
    if given.list == (given.session is not None):
        raise UserError("replace: name a damaged SESSION, or say --list")
    if given.list and (given.keep or given.reason):
        raise UserError("replace: --keep and --reason are for a SESSION")
    if given.list:
        none = say("No damaged copy was ever replaced.")
        show_list(given, replacements, report, for_programs, none)
    elif given.json:
        raise UserError("replace: --json is for --list")
    else:
        arguments = {"session": given.session, "allowed": not given.keep, "reason": given.reason}
        with club_of(given) as club:
            output.show(club.write(partial(decide, **arguments)))
