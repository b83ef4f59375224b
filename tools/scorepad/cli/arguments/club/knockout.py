"""What `scorepad club knockout` takes."""

from typing import Any

from scorepad.cli.arguments.club import knockout_results
from scorepad.cli.declaring import (
    add_command,
    add_commands,
    add_format_options,
    add_json_option,
    add_language_option,
    reads,
    writes,
)

_DEALS = 30  # of a match in New Zealand's competition

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

Pairs are ranked by the higher grade of the two (open, intermediate, junior;
none if one has none), then by the sum of their ratings, then by lot; pairs of
which the roster does not say all are named. The stronger half are seeds, one in
each match of the first round; the strongest have the byes. To each of the
others, from the strongest on, the lot gives a pair of their own area if there
is one left, else any.

The lot is a number, which is kept: with it and the same pairs anybody can draw
the same again. What is drawn is not drawn again: a new draw needs another name.

examples:
  scorepad club knockout draw "Cup 2026" pairs.csv --dry-run
  scorepad club knockout draw "Cup 2026" pairs.csv --seed 4711
"""
_SHOW = """\
An nz-match that the two pairs have completed counts by itself, once it is
synced: the first since the draw, if it has enough deals, and if it fits no
other knock-out as well (`result --session` says of which it is). What is
entered by hand counts before it.

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
    own = add_commands(parser)
    _add_draw(own)
    _add_show(own)
    _add_list(own)
    knockout_results.add_to(own)


def _add_draw(commands: Any) -> None:
    parser = add_command(commands, "draw", "draw who meets whom", _DRAW)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("file", metavar="FILE.csv", help="a row a pair")
    parser.add_argument("--seed", metavar="N", help="the lot (default: a new one)")
    parser.add_argument("--deals", metavar="N", default=str(_DEALS), help="of a match (30)")
    parser.add_argument("--dry-run", action="store_true", help="only show the draw")
    add_json_option(parser)
    add_language_option(parser)
    writes(parser, "cli.commands.club.knockout:draw")


def _add_show(commands: Any) -> None:
    parser = add_command(commands, "show", "how it stands, also as a sheet to mail", _SHOW)
    parser.add_argument("name", metavar="NAME", nargs="?", help="need not be said of the only one")
    how = parser.add_mutually_exclusive_group()
    add_json_option(how)
    add_format_options(parser, how, "the summary sheet, to print")
    reads(parser, "cli.commands.club.knockout:show")


def _add_list(commands: Any) -> None:
    parser = add_command(commands, "list", "all knock-outs, and how far they are", _LIST)
    add_json_option(parser)
    add_language_option(parser)
    reads(parser, "cli.commands.club.knockout:list_all")
