"""`scorepad club seat`: who sat where, corrected afterwards."""

import argparse
from collections.abc import Callable
from functools import partial

from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import SIDES
from scorepad.cli import output
from scorepad.cli.club_options import club_of, signature_of
from scorepad.club.decisions import reseatings
from scorepad.club.events.seating import decided_anew
from scorepad.errors import UserError
from scorepad.reports.content.seats import for_programs, report


def seat(given: argparse.Namespace) -> None:
    """Shows or corrects who sat where. Raises UserError."""
    if given.seat and given.player is None:
        raise UserError(f"seat {given.seat}: say who sat there: a player, or guest")
    if given.seat and given.json:
        raise UserError("seat: --json shows who sat where: leave out SEAT and PLAYER")
    if given.seat is None and given.deals is not None:
        raise UserError("seat: --deals is for a SEAT and a PLAYER")
    with club_of(given) as club:
        if given.seat is None:
            seated = club.read(partial(reseatings.seated, given=given.session))
            output.save_json(for_programs(seated)) if given.json else output.show(report(seated))
            return
        event = club.session(given.session).event if given.seat.upper() in SIDES else None
        if event and given.player.isdecimal() and int(given.player) not in event.pairs:
            raise UserError(f"{event.title} has no pair {given.player}")
        output.show(club.write(_corrected(given)))


def _corrected(given: argparse.Namespace) -> Callable[[Rows], str]:
    """What is to be done: in the whole session, or in some deals of it."""
    arguments = {"session": given.session, "seat": given.seat, "player": given.player}
    if given.deals is None:
        return partial(reseatings.correct, **arguments, reason=given.reason)
    by = signature_of(given)
    work = partial(reseatings.correct_deals, **arguments, deals=given.deals, by=by)
    return partial(decided_anew, work=work, session=given.session)
