"""What a director decides about sessions afterwards, and the list of all decisions."""

import argparse
from collections.abc import Callable
from datetime import date
from functools import partial

from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import MAX_BOARD, SIDES
from scorepad.cli import output
from scorepad.cli.club_options import change_club, club_of, show_list, signature_of
from scorepad.cli.words import whole_number
from scorepad.club import releasing, undoing
from scorepad.club.decision_list import listed
from scorepad.club.decisions import correcting, replacing, reseatings, scores
from scorepad.club.events.event import Event
from scorepad.club.events.loading import event_meant
from scorepad.club.events.seating import decided_anew
from scorepad.club.records.evenings import day, today
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content import decisions, released, replacements, seats

_MOST_DEALS = 9999


def correct(given: argparse.Namespace) -> None:
    """A deal was another one, or on another board. Raises UserError."""
    if given.result is None and given.board is None:
        raise UserError("correct: say what the deal was, as '4S N +1', or its --board")
    board = None if given.board is None else whole_number("--board", given.board, 1, MAX_BOARD)
    about = {"deal": _deal(given), "said": given.result, "board": board}
    _decide(given, partial(correcting.correct, given=given.session, **about))


def void(given: argparse.Namespace) -> None:
    _decide(given, partial(correcting.void, given=given.session, deal=_deal(given)))


def leave_out(given: argparse.Namespace) -> None:
    work = undoing.take_back if given.back else correcting.leave_out
    _decide(given, partial(work, given=given.session))


def swap(given: argparse.Namespace) -> None:
    """N-S and E-W were entered the wrong way. Raises UserError."""
    work = partial(correcting.swap, given=given.session, deals=given.deals)
    _decide(given, partial(decided_anew, work=work, session=given.session))


def adjust(given: argparse.Namespace) -> None:
    said = scores.in_words(scores.both(given.score, given.other))
    about = {"given": given.session, "deal": _deal(given), "said": said}
    _decide(given, partial(correcting.adjust, **about))


def undo(given: argparse.Namespace) -> None:
    _decide(given, partial(undoing.undo, which=given.which))


def _deal(given: argparse.Namespace) -> int:
    return whole_number("DEAL", given.deal, 1, _MOST_DEALS)


def _decide(given: argparse.Namespace, work: Callable[..., str]) -> None:
    change_club(given, partial(work, by=signature_of(given)))


def list_decisions(given: argparse.Namespace) -> None:
    """Lists all decisions, or those about a session. Raises UserError."""
    with club_of(given) as club:
        found = club.read(partial(listed, given=given.session))
    if given.json:
        output.save_json(decisions.for_programs(found))
    else:
        output.show(decisions.shown(found))


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
            if given.json:
                output.save_json(seats.for_programs(seated))
            else:
                output.show(seats.report(seated))
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


def release(given: argparse.Namespace) -> None:
    """Releases an evening or an event, or takes that back. Raises UserError."""
    work = releasing.take_back if given.back else releasing.release
    _decide(given, lambda rows, by: work(rows, _meant(given, rows), by))


def _meant(given: argparse.Namespace, rows: Rows) -> date | Event:
    if given.event is not None:
        return event_meant(rows, given.event, today())
    return today() if given.evening is None else day(given.evening)


def list_released(given: argparse.Namespace) -> None:
    none = say("Nothing is released.")
    show_list(given, releasing.released, released.report, released.for_programs, none)


def replace(given: argparse.Namespace) -> None:
    """Lets a damaged copy go, or lists what was decided. Raises UserError."""
    if given.list == (given.session is not None):
        raise UserError("replace: name a damaged SESSION, or say --list")
    if given.list and (given.keep or given.reason):
        raise UserError("replace: --keep and --reason are for a SESSION")
    if given.list:
        none = say("No damaged copy was ever replaced.")
        show_list(
            given, replacing.replacements, replacements.report, replacements.for_programs, none
        )
    elif given.json:
        raise UserError("replace: --json is for --list")
    else:
        arguments = {"session": given.session, "allowed": not given.keep, "reason": given.reason}
        change_club(given, partial(replacing.decide, **arguments))
