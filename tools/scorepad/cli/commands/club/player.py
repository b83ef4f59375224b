"""`scorepad club players add`, `edit` and `show`: one member at a time, without a file."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of, new_club_of
from scorepad.club.players import editing
from scorepad.club.players.roster_file import COLUMNS, meanings
from scorepad.csv_file import tidy
from scorepad.errors import UserError
from scorepad.reports.content import roster


def _said(given: argparse.Namespace) -> dict[str, str | int]:
    """What the options say. Raises UserError."""
    cells = {column: getattr(given, column) for column in COLUMNS}
    said = {column: tidy(cell) for column, cell in cells.items() if cell is not None}
    return meanings("players", said)


def add(given: argparse.Namespace) -> None:
    """Takes a player into the roster. Raises UserError."""
    said = _said(given)
    with new_club_of(given) as club:
        output.show(club.write(partial(editing.add, said=said)))


def edit(given: argparse.Namespace) -> None:
    """Changes what an entry says. Raises UserError."""
    said = _said(given)
    if not said:
        options = ", ".join(f"--{column}" for column in COLUMNS)
        raise UserError(f"players edit: say what shall change: {options}")
    with club_of(given) as club:
        output.show(club.write(partial(editing.edit, given=given.player, said=said)))


def show(given: argparse.Namespace) -> None:
    """Shows a player. Raises UserError."""
    with club_of(given) as club:
        history = club.read(partial(editing.history_of, given=given.player))
    if given.json:
        output.save_json(roster.one_for_programs(history))
    else:
        output.know(partial(roster.one_for_programs, history))
        output.show(roster.of_one(history).unheaded)
