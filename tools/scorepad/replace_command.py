"""`scorepad club replace`: a good copy of a session may come instead of a damaged one."""

import argparse
from functools import partial
from typing import Any

from scorepad.club import output, replacements_list
from scorepad.club.options import add_command, club_of
from scorepad.club.replacing import decide, replacements
from scorepad.errors import UserError
from scorepad.players_command import add_reason

_REPLACE = """\
A session that came damaged and is read whole later replaces its damaged copy by itself,
if all that can be read of that, the first record too, is the same. Otherwise a sync
refuses it until this command says that the damaged copy may go. The next sync or rescue
that brings a good copy puts it in; the damaged one is set aside, never deleted.

--keep takes it back as long as nothing has come.

examples:
  scorepad club replace 02005c0e9ad0-7 --reason "first page lost; the tablet has it again"
  scorepad club replace 02005c0e9ad0-7 --keep
  scorepad club replace --list
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "replace", "let a damaged session be replaced", _REPLACE)
    parser.add_argument("session", metavar="SESSION", nargs="?", help="its id, or how it begins")
    parser.add_argument("--keep", action="store_true", help="the damaged copy stays after all")
    parser.add_argument("--list", action="store_true", help="all that was ever decided")
    parser.add_argument("--json", action="store_true", help="the list as JSON")
    add_reason(parser)
    parser.set_defaults(run=_replace)


def _replace(given: argparse.Namespace) -> None:
    if given.list == (given.session is not None):
        raise UserError("replace: name a damaged SESSION, or say --list")
    if given.list and (given.keep or given.reason):
        raise UserError("replace: --keep and --reason are for a SESSION")
    if given.list:
        _list(given)
    elif given.json:
        raise UserError("replace: --json is for --list")
    else:
        told = {"session": given.session, "allowed": not given.keep, "reason": given.reason}
        with club_of(given) as club:
            output.show(club.write(partial(decide, **told)))


def _list(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        listed = club.read(replacements)
    if given.json:
        output.save(replacements_list.as_json(listed), None)
    elif listed:
        output.show(replacements_list.as_table(listed))
    else:
        output.show("No damaged copy was ever replaced.")
