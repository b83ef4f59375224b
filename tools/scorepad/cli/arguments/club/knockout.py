"""What `scorepad club knockout` takes."""

from typing import Any

from scorepad.cli import declaring as cli

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


def add_to(commands: Any) -> None:
    parser = cli.add_command(
        commands, "knockout", "a knock-out of pairs: draw, results, summary sheet", _KNOCKOUT
    )
    own = cli.add_commands(parser)
    _add_draw(own)
    parser = cli.add_command(own, "show", "how it stands, also as a sheet to mail", _SHOW)
    parser.add_argument("name", metavar="NAME", nargs="?", help="need not be said of the only one")
    how = parser.add_mutually_exclusive_group()
    cli.add_json_option(how)
    cli.add_format_options(parser, how, "the summary sheet, to print")
    cli.reads(parser, "cli.commands.club.knockout:show")
    parser = cli.add_command(own, "list", "all knock-outs, and how far they are")
    cli.add_printing_options(parser)
    cli.reads(parser, "cli.commands.club.knockout:list_all")
    _add_result(own)
    parser = cli.add_command(own, "undo", "take back what was entered for a match", _UNDO)
    _add_name(parser)
    parser.add_argument("match", metavar="MATCH", help="its number")
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.knockout:undo")
    parser = cli.add_command(own, "drop", "take back a wrong draw", _DROP)
    _add_name(parser)
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.knockout:drop")


def _add_draw(commands: Any) -> None:
    parser = cli.add_command(commands, "draw", "draw who meets whom", _DRAW)
    _add_name(parser)
    parser.add_argument("file", metavar="FILE.csv", help="a row a pair")
    parser.add_argument("--seed", metavar="N", help="the lot (default: a new one)")
    parser.add_argument("--deals", metavar="N", default=str(_DEALS), help="of a match (30)")
    cli.add_flag(parser, "--dry-run", "only show the draw")
    cli.add_printing_options(parser)
    cli.writes(parser, "cli.commands.club.knockout:draw")


_USAGE = """\
%(prog)s NAME PAIR POINTS PAIR POINTS
       %(prog)s NAME --withdraw PAIR
       %(prog)s NAME --session ID
       %(prog)s NAME --friendly ID"""
_RESULT = """\
A PAIR is one of its players, as in `scorepad club players`; POINTS is its grand
total. Of two results for a match the later counts, and before what a tablet has
scored.

A SESSION that fits a match here and one of another knock-out decides neither
until --session says of which it is. --friendly says that it is no match of this
one.

examples:
  scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980
  scorepad club knockout result "Cup 2026" --withdraw "Ann Reid" --reason "ill"
  scorepad club knockout result "Cup 2026" --session 02005c0e9ad0-7
  scorepad club knockout result "Cup 2026" --friendly 02005c0e9ad0-8
"""
_UNDO = """\
MATCH is its number, as `scorepad club knockout show` has it. All that was
entered for it by hand does not count any more, be it totals, a withdrawal, or
which session it was; what a tablet has scored counts again, if it has.

example:
  scorepad club knockout undo "Cup 2026" 3 --reason "of another match"
"""
_DROP = """\
It is listed no more, and its name is free for a new draw. Sessions stay as they
are.

example:
  scorepad club knockout drop "Cup 2026" --reason "two pairs were missing"
"""


def _add_result(commands: Any) -> None:
    parser = cli.add_command(commands, "result", "enter a result, or a withdrawal", _RESULT)
    parser.usage = _USAGE
    _add_name(parser)
    parser.add_argument("totals", metavar="PAIR POINTS", nargs="*", help="twice, for both pairs")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--withdraw", metavar="PAIR", help="plays no more")
    how.add_argument("--session", metavar="ID", help="is the match of those who played it")
    how.add_argument("--friendly", metavar="ID", help="is no match of this knock-out")
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.knockout:enter_result")


def _add_name(parser: Any) -> None:
    parser.add_argument("name", metavar="NAME", help="of the competition")
