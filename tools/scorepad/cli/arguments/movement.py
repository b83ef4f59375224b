"""What `scorepad movement` takes."""

import argparse
from typing import Any

from scorepad.cli import declaring as cli

_ABOUT = """\
Says who meets whom at which table with which boards, and prints cards of it.
Nothing is kept. What is printed was checked: nobody sits twice in a round or
plays a board twice, and no two pairs meet twice.

examples:
  scorepad movement mitchell --tables 7
  scorepad movement howell --pairs 10 --boards 3
  scorepad movement howell --pairs 9 --cards pairs --format pdf --output 9.pdf
  scorepad movement mitchell --pairs 30 --sections 2 --json > evening.json
  scorepad movement check ours.csv
"""
_MITCHELL = """\
N-S stay, E-W go up a table, the boards down one. For one winner N-S and E-W
change in the last round or two (arrow-switch). With an even number of tables
E-W skip a table half-way, and the last round is left out; with --relay two
tables share boards instead, and all rounds are played.

examples:
  scorepad movement mitchell --pairs 13
  scorepad movement mitchell --tables 8 --relay --boards 3 --winners 1
"""
_HOWELL = """\
Nearly all pairs move, and there is one winner; for 4 to 20 pairs in a section.
In fewer rounds more pairs sit still (a reduced, or three-quarter, Howell).

examples:
  scorepad movement howell --pairs 8
  scorepad movement howell --pairs 14 --rounds 11 --boards 2
"""
_CHECK = """\
The file is CSV with the columns round, table, ns, ew, first board, last board,
and perhaps shares: the other tables that have these boards in this round. Or it
is JSON: a list with the same fields, or what --json prints. The first line that
breaks a rule is named; a good movement is printed as the others are.

examples:
  scorepad movement check ours.csv
  scorepad movement check ours.csv --cards tables
"""


def add_to(commands: Any) -> None:
    group = cli.add_command(
        commands, "movement", "who meets whom where in a duplicate event", _ABOUT
    )
    add_kinds(cli.add_commands(group))


def add_kinds(kinds: Any) -> None:
    """Adds each kind of movement as a command; `kind` says which it is."""
    mitchell = cli.add_command(kinds, "mitchell", "a Mitchell movement", _MITCHELL)
    _add_size(mitchell)
    cli.add_flag(mitchell, "--relay", "even number of tables: relay and share, no skip")
    winners = mitchell.add_mutually_exclusive_group()
    winners.add_argument(
        "--winners", type=int, choices=(1, 2), help="1: with an arrow-switch (default: 2)"
    )
    winners.add_argument("--switch", metavar="N", help="arrow-switch the last N rounds")
    howell = cli.add_command(kinds, "howell", "a Howell movement, full or reduced", _HOWELL)
    _add_size(howell)
    check = cli.add_command(kinds, "check", "check a movement from a file, and print it", _CHECK)
    check.add_argument("file", metavar="FILE", help="JSON or CSV")
    add_meet_again(check)
    for parser, kind in ((mitchell, "mitchell"), (howell, "howell"), (check, "check")):
        _add_output(parser)
        cli.reads(parser, "cli.commands.movement:show")
        parser.set_defaults(kind=kind)


def add_meet_again(parser: argparse.ArgumentParser) -> None:
    """Add `--meet-again`, of a movement that is read from a file."""
    what = "two pairs may meet more than once"
    cli.add_flag(parser, "--meet-again", what)


def _add_size(parser: argparse.ArgumentParser) -> None:
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--pairs", metavar="N", help="how many; of an odd number one sits out")
    size.add_argument("--tables", metavar="T", help="how many; twice as many pairs")
    parser.add_argument("--rounds", metavar="R", help="default: as many as there can be")
    parser.add_argument("--boards", metavar="B", help="in a round (default: about 26 a pair)")
    parser.add_argument("--sections", metavar="S", default="1", help="each with own boards (1)")
    cli.add_flag(parser, "--no-sit-out", "refuse what has a sit-out")


def _add_output(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    cli.add_json_option(form)
    form.add_argument("--cards", choices=("tables", "pairs"), help="a card for each of these")
    cli.add_format_options(parser)
