"""What a director decides about sessions afterwards, and the list of all decisions."""

import argparse
from collections.abc import Callable
from functools import partial

from firmware.scoring.deal import MAX_BOARD
from scorepad.cli import output
from scorepad.cli.club_options import club_of, gathered, signature_of
from scorepad.cli.words import whole_number
from scorepad.club import undoing
from scorepad.club.decision_list import listed
from scorepad.club.decisions import correcting, kinds, scores
from scorepad.club.duplicate import amounts, directing
from scorepad.club.events.seating import decided_anew
from scorepad.errors import UserError
from scorepad.reports.content.decisions import for_programs, shown

_MOST_DEALS = 9999


def correct(given: argparse.Namespace) -> None:
    """A deal was another one, or on another board. Raises UserError."""
    if given.result is None and given.board is None:
        raise UserError("correct: say what the deal was, as '4S N +1', or its --board")
    board = None if given.board is None else whole_number("--board", given.board, 1, MAX_BOARD)
    about = {"deal": _deal(given), "said": given.result, "board": board}
    _decide(given, partial(correcting.correct, given=given.session, **about))


def void(given: argparse.Namespace) -> None:
    """A deal does not count. Raises UserError."""
    _decide(given, partial(correcting.void, given=given.session, deal=_deal(given)))


def leave_out(given: argparse.Namespace) -> None:
    """A session counts nowhere, or again. Raises UserError."""
    work = undoing.take_back if given.back else correcting.leave_out
    _decide(given, partial(work, given=given.session))


def swap(given: argparse.Namespace) -> None:
    """N-S and E-W were entered the wrong way. Raises UserError."""
    work = partial(correcting.swap, given=given.session, deals=given.deals)
    _decide(given, partial(decided_anew, work=work, session=given.session))


def adjust(given: argparse.Namespace) -> None:
    """A deal counts as an adjusted score. Raises UserError."""
    said = scores.in_words(scores.both(given.score, given.other))
    about = {"given": given.session, "deal": _deal(given), "said": said}
    _decide(given, partial(correcting.adjust, **about))


def adjust_board(given: argparse.Namespace) -> None:
    """A board of two pairs counts as an adjusted score. Raises UserError."""
    said = scores.in_words(scores.both(given.score, given.other))
    board = whole_number("BOARD", given.board, 1, MAX_BOARD)
    pairs = {"ns": given.ns, "ew": given.ew}
    _direct(given, partial(directing.adjust_board, board=board, said=said, **pairs))


def fouled(given: argparse.Namespace) -> None:
    """A board was played in several forms. Raises UserError."""
    board = whole_number("BOARD", given.board, 1, MAX_BOARD)
    _direct(given, partial(directing.divide, board=board, tables=given.tables))


def penalty(given: argparse.Namespace) -> None:
    """A pair loses something, or gets a bonus. Raises UserError."""
    _direct(given, _giving(given, kinds.PENALTY, 1 if given.other_sign else -1))


def carry_over(given: argparse.Namespace) -> None:
    """A pair brings something with it. Raises UserError."""
    _direct(given, _giving(given, kinds.CARRY_OVER, -1 if given.other_sign else 1))


def withdraw(given: argparse.Namespace) -> None:
    """A pair plays no more. Raises UserError."""
    _direct(given, partial(directing.withdraw, given=given.pair))


def _giving(given: argparse.Namespace, kind: str, sign: int) -> Callable[..., str]:
    """What is to be done with an amount. Raises UserError."""
    said = amounts.amount(given.amount)
    if said.number <= 0:
        raise UserError(f"{given.amount}: an amount without a sign, over 0")
    signed = amounts.Amount(sign * said.number, said.unit)
    return partial(directing.give, kind=kind, given=given.pair, amount=signed)


def _direct(given: argparse.Namespace, work: Callable[..., str]) -> None:
    """Decides something about an evening of duplicate."""
    with club_of(given) as club:
        evening = directing.evening_of(gathered(club, given))
        output.show(club.write(partial(work, evening=evening, by=signature_of(given))))


def undo(given: argparse.Namespace) -> None:
    """Takes a decision back. Raises UserError."""
    _decide(given, partial(undoing.undo, which=given.which))


def _deal(given: argparse.Namespace) -> int:
    return whole_number("DEAL", given.deal, 1, _MOST_DEALS)


def _decide(given: argparse.Namespace, work: Callable[..., str]) -> None:
    with club_of(given) as club:
        output.show(club.write(partial(work, by=signature_of(given))))


def list_decisions(given: argparse.Namespace) -> None:
    """Lists all decisions, or those about a session. Raises UserError."""
    with club_of(given) as club:
        found = club.read(partial(listed, given=given.session))
    if given.json:
        output.save_json(for_programs(found))
    else:
        output.show(shown(found))
