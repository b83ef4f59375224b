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
    """Shows a movement that is made or read. Raises UserError."""
    check_format(given)
    movements = movements_of(given)
    report = partial(_CARDS.get(given.cards, movement.report), movements)
    give(given, partial(movement.for_programs, movements), report)


def movements_of(given: argparse.Namespace) -> list[Movement]:
    """The sections that the options of a kind of movement mean. Raises UserError."""
    return _KINDS[given.kind](given)


def _mitchell(given: argparse.Namespace) -> list[Movement]:
    switched = _number("--switch", given.switch, MOST_ROUNDS, least=0)
    wish = _wish("mitchell", given)
    return made(replace(wish, relay=given.relay, switched=switched, one_winner=given.winners == 1))


def _howell(given: argparse.Namespace) -> list[Movement]:
    return made(_wish("howell", given))


def _check(given: argparse.Namespace) -> list[Movement]:
    return reading.read(given.file, given.meet_again)


_KINDS = {"mitchell": _mitchell, "howell": _howell, "check": _check}


def _wish(kind: str, given: argparse.Namespace) -> Wish:
    pairs = _number("--pairs", given.pairs, MOST_PAIRS)
    return Wish(
        kind,
        pairs or 2 * whole_number("--tables", given.tables, 1, MOST_TABLES),
        _number("--rounds", given.rounds, MOST_ROUNDS),
        _number("--boards", given.boards, MOST_BOARDS),
        whole_number("--sections", given.sections, 1, MOST_SECTIONS),
        given.no_sit_out,
    )


def _number(option: str, given: str | None, most: int, least: int = 1) -> int | None:
    return None if given is None else whole_number(option, given, least, most)
