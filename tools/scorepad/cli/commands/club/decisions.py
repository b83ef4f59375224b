"""What a director decides about sessions afterwards, and the list of all decisions."""

import argparse
from collections.abc import Callable
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of, signature_of
from scorepad.cli.numbers import whole_number
from scorepad.club import undoing
from scorepad.club.decision_list import listed
from scorepad.club.decisions import correcting, scores
from scorepad.errors import UserError
from scorepad.reports.content.decisions import for_programs, report

_MOST_DEALS = 9999


def correct(given: argparse.Namespace) -> None:
    """A deal was another one, or on another board. Raises UserError."""
    if given.result is None and given.board is None:
        raise UserError("correct: say what the deal was, as '4S N +1', or its --board")
    board = None if given.board is None else whole_number("--board", given.board, 1, 250)
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
    _decide(given, partial(correcting.swap, given=given.session, deals=given.deals))


def adjust(given: argparse.Namespace) -> None:
    """A deal counts as an adjusted score. Raises UserError."""
    said = scores.in_words(scores.both(given.score, given.other))
    about = {"given": given.session, "deal": _deal(given), "said": said}
    _decide(given, partial(correcting.adjust, **about))


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
    elif found:
        output.show(report(found).unheaded)
    else:
        output.show("Nothing was decided.")
