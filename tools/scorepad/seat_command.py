"""`scorepad club seat`: who sat where, corrected afterwards."""

import argparse
from functools import partial

from rich import box
from rich.table import Table

from firmware.scoring.deal import SEATS
from scorepad.club import output, seats, wording
from scorepad.club.options import club_of
from scorepad.errors import UserError


def seat(given: argparse.Namespace) -> None:
    """Shows or corrects who sat where. Raises UserError."""
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
