"""What the commands take by which a director decides about boards and pairs afterwards."""

from typing import Any

from scorepad.cli import declaring as cli

_PAIR = """\
PAIR is one of its players, as in `scorepad club players`, or both, as "Ann &
Bob", or a pair of guests as the list has it, "table 3 N-S"; of an event its
number. Without --evening or --event it is the latest evening of duplicate.
"""
_ADJUST_BOARD = f"""\
For a board that two pairs could not play, or not to its end; SCORE is as in
`scorepad club adjust`. If there is a result, it counts no more.

{_PAIR}
examples:
  scorepad club adjust-board 7 "Ann" "Olga" A+ A- --reason "E-W late"
  scorepad club adjust-board 7 "table 3 N-S" "table 3 E-W" A
"""
_FOULED = """\
TABLES are those that had the board in another form than the rest, as 4, 4-6 or
4,6: with other cards, or another dealer. Say more TABLES for a third form. The
results of each form are compared with each other only, and are factored like
those of a board with fewer results. [Law 87]

examples:
  scorepad club fouled 7 4-6 --reason "two cards changed hands in round 3"
  scorepad club fouled 7 4 6,8 --event Tuesday
"""
_PENALTY = f"""\
AMOUNT is 10%, of the top of a board, or 3 IMPs; in the other scoring 10% are 3
IMPs. At most it is a whole top. With --bonus the pair gets it.

{_PAIR}
examples:
  scorepad club penalty "Ann" 10% --reason "late twice"
  scorepad club penalty "Ann & Bob" "3 IMPs" --bonus --evening 2026-11-20
"""
_CARRY_OVER = f"""\
AMOUNT is what the pair brings from an earlier session: 12.5 MP, 8 IMPs, or 15%
of the top of a board. With --minus it is less than nothing.

{_PAIR}
example:
  scorepad club carry-over "Ann" "12.5 MP"
"""
_WITHDRAW = f"""\
If the pair has played less than half of the boards that others have, its
results go, for both sides. Otherwise they stay. A pair of an event leaves it
with `scorepad event leave`.

{_PAIR}
example:
  scorepad club withdraw "Ann" --reason "ill"
"""


def add_to(commands: Any) -> None:
    _add_of_boards(commands)
    _add_pairs(commands)


def _add_of_boards(commands: Any) -> None:
    what = "an adjusted score for a board of two pairs"
    parser = cli.add_command(commands, "adjust-board", what, _ADJUST_BOARD)
    parser.add_argument("board", metavar="BOARD", help="its number")
    parser.add_argument("ns", metavar="PAIR", help="N-S")
    parser.add_argument("ew", metavar="PAIR", help="E-W")
    _add_score(parser)
    cli.add_evening(parser)
    _sign(parser, "adjust_board")
    parser = cli.add_command(commands, "fouled", "a board had several forms", _FOULED)
    parser.add_argument("board", metavar="BOARD", help="its number")
    parser.add_argument("tables", metavar="TABLES", nargs="+", help="of each other form, as 4-6")
    cli.add_evening(parser)
    _sign(parser, "fouled")


def _add_pairs(commands: Any) -> None:
    penalty = cli.add_command(commands, "penalty", "a penalty or a bonus for a pair", _PENALTY)
    over = cli.add_command(commands, "carry-over", "what a pair brings with it", _CARRY_OVER)
    for parser, less, what in (
        (penalty, "--bonus", "it is given, not taken"),
        (over, "--minus", "it is taken, not given"),
    ):
        parser.add_argument("pair", metavar="PAIR", help="which")
        parser.add_argument("amount", metavar="AMOUNT", help="as 10%% or '3 IMPs'")
        cli.add_flag(parser, less, what, dest="other_sign")
        cli.add_evening(parser)
    _sign(penalty, "penalty")
    _sign(over, "carry_over")
    gone = cli.add_command(commands, "withdraw", "a pair plays no more", _WITHDRAW)
    gone.add_argument("pair", metavar="PAIR", help="which")
    cli.add_evening(gone)
    _sign(gone, "withdraw")


def _add_score(parser: Any) -> None:
    parser.add_argument("score", metavar="SCORE", help="of both sides, or of N-S")
    parser.add_argument("other", metavar="SCORE", nargs="?", help="of E-W")


def _sign(parser: Any, function: str) -> None:
    cli.add_reason(parser)
    cli.add_author(parser)
    cli.writes(parser, f"cli.commands.club.decisions:{function}")
