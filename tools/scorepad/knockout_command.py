"""`scorepad club knockout`: a knock-out of pairs, from the draw to the summary sheet."""

import argparse
from collections.abc import Callable
from functools import partial
from random import randrange
from typing import Any

from scorepad import knockout_results_command
from scorepad.club import output
from scorepad.club.knockout import pairs_file, printing
from scorepad.club.knockout.competition import Competition, competition, competitions, only
from scorepad.club.knockout.drawing import draw_up
from scorepad.club.knockout.page import as_html
from scorepad.club.options import add_command, club_of, whole_number
from scorepad.club.with_pdf import with_pdf
from scorepad.errors import UserError

_LOTS = 1_000_000_000  # the highest number that stands for a lot
_DEALS = 30  # of a match in New Zealand's competition
_MOST_DEALS = 100  # as in nz-match

_KNOCKOUT = """\
examples:
  scorepad club knockout draw "Cup 2026" pairs.csv
  scorepad club knockout show "Cup 2026"
  scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980
  scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf
  scorepad club knockout list
"""
_DRAW = """\
FILE.csv has the columns player and partner, and a row a pair; players as in
`scorepad club players`.

Pairs are ranked by the higher grade of the two (open, intermediate, junior; none if
one has none), then by the sum of their ratings, then by lot; pairs of which the
roster does not say all are named. The stronger half are seeds, one in each match of
the first round; the strongest have the byes. To each of the others, from the
strongest on, the lot gives a pair of their own area if there is one left, else any.

The lot is a number, which is kept: with it and the same pairs anybody can draw the
same again. What is drawn is not drawn again: a new draw needs another name.

examples:
  scorepad club knockout draw "Cup 2026" pairs.csv --dry-run
  scorepad club knockout draw "Cup 2026" pairs.csv --seed 4711
"""
_SHOW = """\
An nz-match that the two pairs have completed counts by itself, once it is synced: the
first since the draw, if it has enough deals, and if it fits no other knock-out as well
(`result --session` says of which it is). What is entered by hand counts before it.

examples:
  scorepad club knockout show "Cup 2026"
  scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf
"""
_LIST = """\
example:
  scorepad club knockout list
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
    _add_list(own)
    knockout_results_command.add_to(own)


def _add_draw(commands: Any) -> None:
    parser = add_command(commands, "draw", "draw who meets whom", _DRAW)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("file", metavar="FILE.csv", help="a row a pair")
    parser.add_argument("--seed", metavar="N", help="the lot (default: a new one)")
    parser.add_argument("--deals", metavar="N", default=str(_DEALS), help="of a match (30)")
    parser.add_argument("--dry-run", action="store_true", help="only show the draw")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=_draw)


def _add_show(commands: Any) -> None:
    parser = add_command(commands, "show", "how it stands, also as a sheet to mail", _SHOW)
    parser.add_argument("name", metavar="NAME", nargs="?", help="need not be said of the only one")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="as JSON")
    how.add_argument("--format", choices=_SHEETS, help="the summary sheet on A4")
    parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    parser.set_defaults(run=_show)


def _add_list(commands: Any) -> None:
    parser = add_command(commands, "list", "all knock-outs, and how far they are", _LIST)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=_list)


def _draw(given: argparse.Namespace) -> None:
    work = partial(
        draw_up,
        name=given.name,
        listed=pairs_file.read(given.file),
        seed=randrange(_LOTS)
        if given.seed is None
        else whole_number("--seed", given.seed, 0, _LOTS),
        deals=whole_number("--deals", given.deals, 1, _MOST_DEALS),
        keep=not given.dry_run,
    )
    with club_of(given) as club:
        held = club.read(work) if given.dry_run else club.write(work)
    if given.json:
        output.save(printing.as_json(held), None)
    else:
        output.show(*printing.printed(held), *["", "Nothing was kept."] * given.dry_run)


def _show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        held = club.read(only if given.name is None else partial(competition, name=given.name))
    if given.format:
        output.save(_SHEETS[given.format](held), given.output)
    elif given.json:
        output.save(printing.as_json(held), given.output)
    elif given.output:
        raise UserError("--output: say what it shall be with --format, or --json")
    else:
        output.show(*printing.printed(held))


def _as_pdf(held: Competition) -> bytes:
    made: bytes = with_pdf("scorepad.club.knockout.pdf").as_pdf(held)
    return made


_SHEETS: dict[str, Callable[[Competition], str | bytes]] = {"pdf": _as_pdf, "html": as_html}


def _list(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        every = club.read(competitions)
    if given.json:
        output.save(printing.list_as_json(every), None)
    elif every:
        output.show(printing.list_as_table(every))
    else:
        output.show("The club has no knock-out; `scorepad club knockout draw` makes one.")
