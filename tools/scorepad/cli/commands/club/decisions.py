"""What a director decides about boards and pairs of an evening afterwards."""

import argparse
from collections.abc import Callable
from functools import partial

from firmware.scoring.deal import MAX_BOARD
from scorepad.cli import output
from scorepad.cli.club_options import club_of, signature_of
from scorepad.cli.commands.club.duplicate import gathered
from scorepad.cli.words import whole_number
from scorepad.club.decisions import kinds, scores
from scorepad.club.duplicate import amounts, directing
from scorepad.errors import UserError


def adjust_board(given: argparse.Namespace) -> None:
    """A board of two pairs counts as an adjusted score. Raises UserError."""
    said = scores.in_words(scores.both(given.score, given.other))
    board = whole_number("BOARD", given.board, 1, MAX_BOARD)
    pairs = {"ns": given.ns, "ew": given.ew}
    _direct(given, partial(directing.adjust_board, board=board, said=said, **pairs))


def fouled(given: argparse.Namespace) -> None:
    board = whole_number("BOARD", given.board, 1, MAX_BOARD)
    _direct(given, partial(directing.divide, board=board, tables=given.tables))


def penalty(given: argparse.Namespace) -> None:
    """A pair loses something, or gets a bonus. Raises UserError."""
    _direct(given, _giving(given, kinds.PENALTY, 1 if given.other_sign else -1))


def carry_over(given: argparse.Namespace) -> None:
    _direct(given, _giving(given, kinds.CARRY_OVER, -1 if given.other_sign else 1))


def withdraw(given: argparse.Namespace) -> None:
    _direct(given, partial(directing.withdraw, given=given.pair))


def _giving(given: argparse.Namespace, kind: str, sign: int) -> Callable[..., str]:
    said = amounts.amount(given.amount)
    if said.number <= 0:
        raise UserError(f"{given.amount}: an amount without a sign, over 0")
    signed = amounts.Amount(sign * said.number, said.unit)
    return partial(directing.give, kind=kind, given=given.pair, amount=signed)


def _direct(given: argparse.Namespace, work: Callable[..., str]) -> None:
    with club_of(given) as club:
        evening = directing.evening_of(gathered(club, given))
        output.show(club.write(partial(work, evening=evening, by=signature_of(given))))
