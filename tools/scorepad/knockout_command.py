"""`scorepad club knockout`: a knock-out of pairs, from the draw to the summary sheet."""

import argparse
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import randrange
from typing import Any

from scorepad.club import output
from scorepad.club.knockout import pairs_file, printing, results
from scorepad.club.knockout.competition import Competition, competition, draw_up
from scorepad.club.knockout.page import as_html
from scorepad.club.options import add_command, club_of
from scorepad.errors import UserError
from scorepad.players_command import add_reason

_LOTS = 1_000_000_000  # the highest number that stands for a lot
_DIGITS = re.compile("[0-9]{1,10}")
_DEALS = 30  # of a match in New Zealand's competition
_MOST_DEALS = 100  # as in nz-match

_KNOCKOUT = """\
examples:
  scorepad club knockout draw "Cup 2026" pairs.csv
  scorepad club knockout show "Cup 2026"
  scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980
  scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf
"""
_DRAW = """\
FILE.csv has the columns player and partner, and a row a pair; players as in
`scorepad club players`.

Pairs are ranked by the sum of their ratings, then by the higher grade of the two,
then by lot. The stronger half are seeds, one in each match of the first round; the
strongest have the byes. To each of the others, from the strongest on, the lot gives
a pair of their own area if there is one left, else any.

The lot is a number, which is kept: with it and the same pairs anybody can draw the
same again. What is drawn is not drawn again: a new draw needs another name.

examples:
  scorepad club knockout draw "Cup 2026" pairs.csv --dry-run
  scorepad club knockout draw "Cup 2026" pairs.csv --seed 4711
"""
_SHOW = """\
An nz-match that the two pairs have completed counts by itself, once it is synced: the
first since the draw, if it has enough deals. What is entered by hand counts before it.

examples:
  scorepad club knockout show "Cup 2026"
  scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf
"""
_RESULT = """\
A PAIR is one of its players, as in `scorepad club players`; POINTS is its grand total.
Of two results for a match the later counts, and before what a tablet has scored.

examples:
  scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980
  scorepad club knockout result "Cup 2026" --withdraw "Ann Reid" --reason "ill"
"""


def add_to(commands: Any) -> None:
    """Adds `knockout` and its commands to `scorepad club`."""
    parser = add_command(
        commands, "knockout", "a knock-out of pairs: draw, results, summary sheet", _KNOCKOUT
    )
    parser.set_defaults(run=lambda _: parser.print_help())
    own = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_draw(own)
    _add_show(own)
    _add_result(own)


def _add_draw(commands: Any) -> None:
    parser = add_command(commands, "draw", "draw who meets whom", _DRAW)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("file", metavar="FILE.csv", help="a row a pair")
    parser.add_argument("--seed", metavar="N", help="the lot (default: a new one)")
    parser.add_argument("--deals", metavar="N", default=str(_DEALS), help="of a match (30)")
    parser.add_argument("--dry-run", action="store_true", help="only show the draw")
    parser.set_defaults(run=_draw)


def _add_show(commands: Any) -> None:
    parser = add_command(commands, "show", "how it stands, also as a sheet to mail", _SHOW)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="as JSON")
    how.add_argument("--format", choices=_SHEETS, help="the summary sheet on A4")
    parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    parser.set_defaults(run=_show)


def _add_result(commands: Any) -> None:
    parser = add_command(commands, "result", "enter a result, or a withdrawal", _RESULT)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("totals", metavar="PAIR POINTS", nargs="*", help="twice, for both pairs")
    parser.add_argument("--withdraw", metavar="PAIR", help="plays no more")
    add_reason(parser)
    parser.set_defaults(run=_result)


def _draw(given: argparse.Namespace) -> None:
    work = partial(
        draw_up,
        name=given.name,
        listed=pairs_file.read(given.file),
        seed=randrange(_LOTS) if given.seed is None else _number("--seed", given.seed, 0, _LOTS),
        deals=_number("--deals", given.deals, 1, _MOST_DEALS),
        keep=not given.dry_run,
    )
    with club_of(given) as club:
        held = club.read(work) if given.dry_run else club.write(work)
    output.show(*printing.printed(held), *["", "Nothing was kept."] * given.dry_run)


def _number(option: str, given: str, least: int, most: int) -> int:
    """Raises UserError."""
    if not _DIGITS.fullmatch(given) or not least <= int(given) <= most:
        raise UserError(f"{option} {given}: it is a whole number from {least} to {most}")
    return int(given)


def _show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        held = club.read(partial(competition, name=given.name))
    if given.format:
        output.save(_SHEETS[given.format](held), given.output)
    elif given.json:
        output.save(printing.as_json(held), given.output)
    elif given.output:
        raise UserError("--output: say what it shall be with --format, or --json")
    else:
        output.show(*printing.printed(held))


def _as_pdf(held: Competition) -> bytes:
    """Its library and fonts are large, and need not be there. Raises UserError."""
    try:
        pdf = import_module("scorepad.club.knockout.pdf")
    except ModuleNotFoundError as missing:
        raise UserError(
            f"pdf needs {missing.name}, which is not installed: pip install 'scorepad[pdf]'; "
            "or take html and print it"
        ) from missing
    made: bytes = pdf.as_pdf(held)
    return made


_SHEETS: dict[str, Callable[[Competition], str | bytes]] = {"pdf": _as_pdf, "html": as_html}


def _result(given: argparse.Namespace) -> None:
    work = _withdrawal(given) if given.withdraw is not None else _totals(given)
    with club_of(given) as club:
        output.show(club.write(partial(work, name=given.name, reason=given.reason)))


def _withdrawal(given: argparse.Namespace) -> Callable[..., str]:
    if given.totals:
        raise UserError("result: either the totals of both pairs, or --withdraw")
    return partial(results.withdraw, given=given.withdraw)


def _totals(given: argparse.Namespace) -> Callable[..., str]:
    if len(given.totals) != 4:
        raise UserError("result: it takes PAIR POINTS PAIR POINTS, or --withdraw PAIR")
    one, won, other, lost = given.totals
    totals = (one, results.points(won)), (other, results.points(lost))
    return partial(results.enter, totals=totals)
