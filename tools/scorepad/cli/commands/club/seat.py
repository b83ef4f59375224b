"""`scorepad club seat`: who sat where, corrected afterwards."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.club.decisions import reseatings
from scorepad.errors import UserError
from scorepad.reports.content.seats import for_programs, report


def seat(given: argparse.Namespace) -> None:
    """Shows or corrects who sat where. Raises UserError."""
    if given.seat and given.player is None:
        raise UserError(f"seat {given.seat}: say who sat there: a player, or guest")
    if given.seat and given.json:
        raise UserError("seat: --json shows who sat where: leave out SEAT and PLAYER")
    with club_of(given) as club:
        if given.seat is None:
            seated = club.read(partial(reseatings.seated, given=given.session))
            output.save_json(for_programs(seated)) if given.json else output.show(report(seated))
            return
        arguments = {"session": given.session, "seat": given.seat, "player": given.player}
        output.show(club.write(partial(reseatings.correct, **arguments, reason=given.reason)))
