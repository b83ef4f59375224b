"""`scorepad club seat`: who sat where, corrected afterwards."""

import argparse
from dataclasses import asdict
from functools import partial
from typing import Any

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.club.decisions import seats
from scorepad.errors import UserError
from scorepad.reports.drawing.terminal_table import Table


def seat(given: argparse.Namespace) -> None:
    """Shows or corrects who sat where. Raises UserError."""
    if given.seat and given.player is None:
        raise UserError(f"seat {given.seat}: say who sat there: a player, or guest")
    if given.seat and given.json:
        raise UserError("seat: --json shows who sat where: leave out SEAT and PLAYER")
    with club_of(given) as club:
        if given.seat is None:
            seated = club.read(partial(seats.seated, given=given.session))
            output.save_json(_for_programs(seated)) if given.json else _show(seated)
            return
        told = {"session": given.session, "seat": given.seat, "player": given.player}
        output.show(club.write(partial(seats.correct, **told, reason=given.reason)))


def _for_programs(seated: seats.Seated) -> dict[str, Any]:
    """A guest's id is null."""
    pairs = zip(SEATS, seated.ids, seated.names, strict=True)
    return {
        "session": seated.session,
        "seats": [{"seat": seat, "id": id or None, "name": name} for seat, id, name in pairs],
        "changes": [asdict(change) for change in seated.trail],
        "note": seated.note or None,
    }


def _show(seated: seats.Seated) -> None:
    lines = [f"{seat} {player}" for seat, player in zip(SEATS, seated.players, strict=True)]
    trail = [_trail(seated.trail)] if seated.trail else ["Nothing was changed."]
    note = [seated.note] if seated.note else []
    output.show(f"Session {seated.session}", *lines, *note, "", *trail)


def _trail(changes: list[seats.Change]) -> Table:
    table = Table()
    for head in ("Changed", "Seat", "From", "To", "Why"):
        table.add_column(head, overflow="fold")
    for change in changes:
        made = wording.local(change.made)
        table.add_row(made, change.seat, change.before, change.after, wording.visible(change.why))
    return table
