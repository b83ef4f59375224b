"""`scorepad movement`: movements of a duplicate event, made or read, checked, and their cards."""

import argparse
from dataclasses import replace
from functools import partial

from scorepad.cli.report_options import check_format, give
from scorepad.cli.words import whole_number
from scorepad.movement import reading
from scorepad.movement.making import Wish, made
from scorepad.movement.model import MOST_BOARDS, MOST_PAIRS, MOST_ROUNDS, MOST_TABLES, Movement
from scorepad.movement.sections import MOST as MOST_SECTIONS
from scorepad.reports.content import guide_cards, movement

_CARDS = {"tables": guide_cards.table_cards, "pairs": guide_cards.pair_cards}


def show(given: argparse.Namespace) -> None:
    check_format(given)
    movements = movements_of(given)
    report = partial(_CARDS.get(given.cards, movement.report), movements)
    give(given, partial(movement.for_programs, movements), report)


def movements_of(given: argparse.Namespace) -> list[Movement]:
    """The sections that the options of a kind of movement mean. Raises UserError."""
    if given.kind == "check":
        return reading.read(given.file, given.meet_again)
    wish = _wish(given)
    if given.kind == "mitchell":
        switched = _number("--switch", given.switch, MOST_ROUNDS, least=0)
        one = given.winners == 1
        wish = replace(wish, relay=given.relay, switched=switched, one_winner=one)
    return made(wish)


def _wish(given: argparse.Namespace) -> Wish:
    pairs = _number("--pairs", given.pairs, MOST_PAIRS)
    return Wish(
        given.kind,
        pairs or 2 * whole_number("--tables", given.tables, 1, MOST_TABLES),
        _number("--rounds", given.rounds, MOST_ROUNDS),
        _number("--boards", given.boards, MOST_BOARDS),
        whole_number("--sections", given.sections, 1, MOST_SECTIONS),
        given.no_sit_out,
    )


def _number(option: str, given: str | None, most: int, least: int = 1) -> int | None:
    return None if given is None else whole_number(option, given, least, most)
