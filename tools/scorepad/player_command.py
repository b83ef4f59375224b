"""`scorepad club players add`, `edit` and `show`: one member at a time, without a file."""

import argparse
from functools import partial
from typing import Any

from scorepad.club import editing, output, players_list
from scorepad.club.csv_file import tidy
from scorepad.club.options import add_command, club_of, new_club_of
from scorepad.club.roster_file import COLUMNS, meanings
from scorepad.errors import UserError

_ADD = """\
Another one of a name that is there already needs a number of his own.

example:
  scorepad club players add "Eva Moss" --number "NZ 6001" --grade junior
"""
_EDIT = """\
PLAYER is a whole name, a number or an id. What an option says replaces what the entry
says; "" takes it away. Of merged entries the one that counts is changed.

examples:
  scorepad club players edit "Eva Mos" --name "Eva Moss"
  scorepad club players edit id=7 --number "NZ 6001" --rating 850
"""
_SHOW = """\
The entry that counts, with how many sessions it has, the entries merged into it, and
each merge or split with its date and reason.

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
    parser.set_defaults(run=_add)


def _add_edit(commands: Any) -> None:
    parser = add_command(commands, "edit", "change what one entry says", _EDIT)
    parser.add_argument("player", metavar="PLAYER", help="whose entry it is")
    _add_options(parser, *COLUMNS)
    parser.set_defaults(run=_edit)


def _add_show(commands: Any) -> None:
    parser = add_command(commands, "show", "one player, and what was decided about them", _SHOW)
    parser.add_argument("player", metavar="PLAYER", help="as in `scorepad club players`")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=_show)


def _add_options(parser: argparse.ArgumentParser, *columns: str) -> None:
    for column in columns:
        parser.add_argument(f"--{column}", metavar=column.upper(), help=_HELP[column])


def _said(given: argparse.Namespace) -> dict[str, str | int]:
    """What the options say. Raises UserError."""
    cells = {column: getattr(given, column) for column in COLUMNS}
    said = {column: tidy(cell) for column, cell in cells.items() if cell is not None}
    return meanings("players", said)


def _add(given: argparse.Namespace) -> None:
    said = _said(given)
    with new_club_of(given) as club:
        output.show(club.write(partial(editing.add, said=said)))


def _edit(given: argparse.Namespace) -> None:
    said = _said(given)
    if not said:
        options = ", ".join(f"--{column}" for column in COLUMNS)
        raise UserError(f"players edit: say what shall change: {options}")
    with club_of(given) as club:
        output.show(club.write(partial(editing.edit, given=given.player, said=said)))


def _show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        told = club.read(partial(editing.told, given=given.player))
    if given.json:
        output.save(players_list.one_as_json(told), None)
    else:
        output.show(*players_list.of_one(told))
