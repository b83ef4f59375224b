"""What `scorepad club players add` takes."""

import argparse
from typing import Any

from scorepad.cli.declaring import add_command, add_json_option, add_language_option, reads, writes

_ADD = """\
Another one of a name that is there already needs a number of his own.

example:
  scorepad club players add "Eva Moss" --number "NZ 6001" --grade junior
"""
_EDIT = """\
PLAYER is a whole name, a number or an id. What an option says replaces what the
entry says; "" takes it away. Of merged entries the one that counts is changed.

examples:
  scorepad club players edit "Eva Mos" --name "Eva Moss"
  scorepad club players edit id=7 --number "NZ 6001" --rating 850
"""
_SHOW = """\
The entry that counts, with how many sessions it has, the entries merged into
it, each merge or split with its date and reason, and how the ranking went: at
first month by month, lately evening by evening.

example:
  scorepad club players show "Zoë Lund"
"""
_HELP = {
    "name": "what they are called",
    "number": "in the federation",
    "grade": "junior, intermediate or open",
    "rating": "a whole number",
    "area": "where they live",
}


def add_to(commands: Any) -> None:
    """Adds the three commands to `scorepad club players`."""
    _add_add(commands)
    _add_edit(commands)
    _add_show(commands)


def _add_add(commands: Any) -> None:
    parser = add_command(commands, "add", "take one player into the roster", _ADD)
    parser.add_argument("name", metavar="NAME", help=_HELP["name"])
    _add_options(parser, "number", "grade", "rating", "area")
    writes(parser, "cli.commands.club.player:add")


def _add_edit(commands: Any) -> None:
    parser = add_command(commands, "edit", "change what one entry says", _EDIT)
    parser.add_argument("player", metavar="PLAYER", help="whose entry it is")
    _add_options(parser, *_HELP)
    writes(parser, "cli.commands.club.player:edit")


def _add_show(commands: Any) -> None:
    parser = add_command(commands, "show", "one player, and what was decided about them", _SHOW)
    parser.add_argument("player", metavar="PLAYER", help="as in `scorepad club players`")
    add_json_option(parser)
    add_language_option(parser)
    reads(parser, "cli.commands.club.player:show")


def _add_options(parser: argparse.ArgumentParser, *columns: str) -> None:
    for column in columns:
        parser.add_argument(f"--{column}", metavar=column.upper(), help=_HELP[column])
