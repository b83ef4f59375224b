"""`scorepad movement`: movements of a duplicate event, made or read, checked, and their cards."""

import argparse
from dataclasses import replace

from scorepad.cli import output
from scorepad.cli.numbers import whole_number
from scorepad.cli.report_options import check_format, save
from scorepad.movement import reading
from scorepad.movement.making import Wish, made
from scorepad.movement.model import MOST_BOARDS, MOST_PAIRS, MOST_ROUNDS, MOST_TABLES, Movement
from scorepad.movement.sections import MOST as MOST_SECTIONS
from scorepad.reports.content import guide_cards, movement

_CARDS = {"tables": guide_cards.table_cards, "pairs": guide_cards.pair_cards}


def mitchell(given: argparse.Namespace) -> None:
    """Shows a Mitchell movement. Raises UserError."""
    check_format(given)
    switched = _number("--switch", given.switch, MOST_ROUNDS, least=0)
    wish = _wish("mitchell", given)
    _show(
        made(replace(wish, relay=given.relay, switched=switched, one_winner=given.winners == 1)),
        given,
    )


def howell(given: argparse.Namespace) -> None:
    """Shows a Howell movement. Raises UserError."""
    check_format(given)
    _show(made(_wish("howell", given)), given)


def check(given: argparse.Namespace) -> None:
    """Shows the movement of a file, if it keeps the rules. Raises UserError."""
    check_format(given)
    _show(reading.read(given.file, given.meet_again), given)


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


def _show(movements: list[Movement], given: argparse.Namespace) -> None:
    if given.json:
        output.save_json(movement.for_programs(movements))
        return
    report = _CARDS.get(given.cards, movement.report)(movements)
    if given.format:
        save(report, given)
    else:
        output.show(report)
