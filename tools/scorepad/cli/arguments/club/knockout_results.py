"""What `scorepad club knockout result` takes."""

from typing import Any

from scorepad.cli.declaring import add_command, add_reason, writes

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


def add_to(commands: Any) -> None:
    """Adds the three commands to `scorepad club knockout`."""
    _add_result(commands)
    _add_undo(commands)
    _add_drop(commands)


def _add_result(commands: Any) -> None:
    parser = add_command(commands, "result", "enter a result, or a withdrawal", _RESULT)
    parser.usage = _USAGE
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("totals", metavar="PAIR POINTS", nargs="*", help="twice, for both pairs")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--withdraw", metavar="PAIR", help="plays no more")
    how.add_argument("--session", metavar="ID", help="is the match of those who played it")
    how.add_argument("--friendly", metavar="ID", help="is no match of this knock-out")
    add_reason(parser)
    writes(parser, "cli.commands.club.knockout_results:enter_result")


def _add_undo(commands: Any) -> None:
    parser = add_command(commands, "undo", "take back what was entered for a match", _UNDO)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    parser.add_argument("match", metavar="MATCH", help="its number")
    add_reason(parser)
    writes(parser, "cli.commands.club.knockout_results:undo")


def _add_drop(commands: Any) -> None:
    parser = add_command(commands, "drop", "take back a wrong draw", _DROP)
    parser.add_argument("name", metavar="NAME", help="of the competition")
    add_reason(parser)
    writes(parser, "cli.commands.club.knockout_results:drop")
