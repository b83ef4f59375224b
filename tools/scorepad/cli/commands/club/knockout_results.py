"""`scorepad club knockout result`, `undo` and `drop`: what people say about a knock-out."""

import argparse
from collections.abc import Callable
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.numbers import whole_number
from scorepad.club.knockout import decisions, results
from scorepad.errors import UserError

_MOST_MATCHES = 1_000_000


def enter_result(given: argparse.Namespace) -> None:
    """Enters a result, a withdrawal, or what a session is. Raises UserError."""
    _decide(given, _ruling(given) or _totals(given))


_RULINGS: dict[str, Callable[..., str]] = {
    "withdraw": results.withdraw,
    "session": decisions.assign,
    "friendly": decisions.make_friendly,
}


def _ruling(given: argparse.Namespace) -> Callable[..., str] | None:
    """What an option says instead of totals. Raises UserError if both are there."""
    wanted = [(option, getattr(given, option)) for option in _RULINGS]
    work = [partial(_RULINGS[option], given=word) for option, word in wanted if word is not None]
    if work and given.totals:
        raise UserError("result: either the totals of both pairs, or an option")
    return work[0] if work else None


def _totals(given: argparse.Namespace) -> Callable[..., str]:
    if len(given.totals) != 4:
        raise UserError(
            "result: name both pairs and the points of each (PAIR POINTS PAIR POINTS), or an "
            "option"
        )
    one, won, other, lost = given.totals
    totals = (one, results.points(won)), (other, results.points(lost))
    return partial(results.enter, totals=totals)


def undo(given: argparse.Namespace) -> None:
    """Takes back what was entered for a match. Raises UserError."""
    number = whole_number("MATCH", given.match, 1, _MOST_MATCHES)
    _decide(given, partial(decisions.undo, number=number))


def drop(given: argparse.Namespace) -> None:
    """Takes back a draw. Raises UserError."""
    _decide(given, decisions.drop)


def _decide(given: argparse.Namespace, work: Callable[..., str]) -> None:
    with club_of(given) as club:
        output.show(club.write(partial(work, name=given.name, reason=given.reason)))
