"""`scorepad club seat`: who sat where, corrected afterwards."""

import argparse
from functools import partial
from typing import Any

from rich import box
from rich.table import Table

from firmware.scoring.deal import SEATS
from scorepad.club import output, seats, wording
from scorepad.club.options import add_command, club_of
from scorepad.errors import UserError
from scorepad.players_command import add_reason

_SEAT = """\
Without SEAT and PLAYER it shows who sat where, and what was changed: when, from whom
to whom, and why. The records of the tablet stay as they are.

PLAYER is as in `scorepad club players`, or the word guest. Two who were entered the
wrong way round: make one a guest first.

examples:
  scorepad club seat 02005c0e9ad0-7
  scorepad club seat 02005c0e9ad0-7 N "Zoë Lund" --reason "chose the wrong name"
  scorepad club seat 02005c0e9ad0-7 E guest
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "seat", "who sat where, corrected afterwards", _SEAT)
    parser.add_argument("session", metavar="SESSION", help="its id, or how it begins")
    parser.add_argument("seat", metavar="SEAT", nargs="?", help="N, E, S or W")
    parser.add_argument("player", metavar="PLAYER", nargs="?", help="who sat there, or guest")
    add_reason(parser)
    parser.set_defaults(run=_seat)


def _seat(given: argparse.Namespace) -> None:
    if given.seat and given.player is None:
        raise UserError(f"seat {given.seat}: say who sat there: a player, or guest")
    with club_of(given) as club:
        if given.seat is None:
            _show(club.read(partial(seats.seated, given=given.session)))
            return
        told = {"session": given.session, "seat": given.seat, "player": given.player}
        output.show(club.write(partial(seats.correct, **told, reason=given.reason)))


def _show(seated: seats.Seated) -> None:
    lines = [f"{seat} {player}" for seat, player in zip(SEATS, seated.players, strict=True)]
    trail = [_trail(seated.trail)] if seated.trail else ["Nothing was changed."]
    note = [seated.note] if seated.note else []
    output.show(f"Session {seated.session}", *lines, *note, "", *trail)


def _trail(changes: list[seats.Change]) -> Table:
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False)
    for head in ("Changed", "Seat", "From", "To", "Why"):
        table.add_column(head, overflow="fold")
    for change in changes:
        made = wording.local(change.made)
        table.add_row(made, change.seat, change.before, change.after, wording.visible(change.why))
    return table
