"""What `scorepad event` takes."""

import argparse
from typing import Any

from scorepad.cli import declaring as cli
from scorepad.cli.arguments.club.duplicate import add_scoring
from scorepad.cli.arguments.movement import add_meet_again

_ABOUT = """\
Plans an event of duplicate: who plays which movement, pair by pair. `scorepad
sync` gives each tablet its table's part, and `scorepad club duplicate` scores
what comes back. Evenings without an event go on as they are.

EVENT is its name, its name and date, or id=N. Of several of one name that of
today is meant, else the latest.

examples:
  scorepad event new Tuesday --movement "mitchell --tables 7" --pairs tue.csv
  scorepad event pair Tuesday 14 "Zoë Lund" guest:Tom
  scorepad event leave Tuesday 9 --round 5 --reason "ill"
  scorepad event show Tuesday
  scorepad event send Tuesday
"""
_NEW = """\
--movement is what `scorepad movement` takes, in quotes, or a file that it can
check; each one that is given is a section, or several. Pairs and tables are
numbered on from section to section, and all play the same number of rounds.

FILE.csv of --pairs has the columns pair, first and second: a number, and two
players as in `scorepad club players`. guest:NAME is a guest.

examples:
  scorepad event new Tuesday --date 2026-11-24 --movement "howell --pairs 10"
  scorepad event new Cup --scoring butler --movement evening.json
  scorepad event new Open --movement "howell --pairs 8 --rounds 7 --boards 3" \\
    --movement "mitchell --tables 7 --boards 3" --compare sections
"""
_MOVEMENT = """\
For a pair more than was planned, also in the middle of the event: the pairs
stay who they are, and rounds that were played count as they were played. In a
Mitchell for an odd number of pairs one more sits where others sat out, and all
else stays. Sync the tablets afterwards, so that they know it.

example:
  scorepad event movement Tuesday --movement "mitchell --pairs 14"
"""
_PAIR = """\
PLAYER is as in `scorepad club players`; guest:NAME is a guest, guest is one
without a name. Who plays only from a round on is entered with --round.

examples:
  scorepad event pair Tuesday 7 "Zoë Lund" "Ann Reid"
  scorepad event pair Tuesday 7 "Zoë Lund" guest:Tom --round 5 --reason ill
  scorepad event pair Tuesday --file late.csv
"""
_LEAVE = """\
Its opponents sit out from that round on. Round 1: the pair has never come. Sync
the tablets afterwards, so that they know it.

examples:
  scorepad event leave Tuesday 9 --round 5 --reason "ill"
  scorepad event leave Tuesday 9 --back
"""
_DROP = """\
It is listed no more, and its name is free. Sessions stay as they are.

example:
  scorepad event drop Tuesday --reason "planned for 16 pairs, and 14 came"
"""
_SHOW = """\
The movement, who the pairs are, which tablet has which table's part, and how
far each table has come. Without EVENT that of today.

examples:
  scorepad event show
  scorepad event show "Tuesday 2026-11-24" --json
"""


def add_to(subparsers: Any) -> None:
    group = cli.add_command(
        subparsers, "event", "an event of duplicate: plan, pairs, tablets, progress", _ABOUT
    )
    commands = cli.add_commands(group)
    _add_new(commands)
    other = cli.add_command(commands, "movement", "another movement for an event", _MOVEMENT)
    _add_event(other)
    _add_movements(other)
    _add_decision(other, "movement")
    _add_pair(commands)
    _add_leave(commands)
    drop = cli.add_command(commands, "drop", "take back an event", _DROP)
    _add_event(drop)
    _add_decision(drop, "drop")
    show = cli.add_command(
        commands, "show", "plan, pairs, tablets and progress of an event", _SHOW
    )
    _add_event(show, nargs="?")
    cli.add_printing_options(show)
    cli.reads(show, "cli.commands.event:show")
    listed = cli.add_command(commands, "list", "all events, by date")
    cli.add_printing_options(listed)
    cli.reads(listed, "cli.commands.event:list_all")


def _add_event(parser: argparse.ArgumentParser, **more: Any) -> None:
    parser.add_argument("event", metavar="EVENT", help="its name, name and date, or id=N", **more)


def _add_decision(parser: argparse.ArgumentParser, run: str) -> None:
    cli.add_author(parser)
    cli.add_reason(parser)
    cli.add_printing_options(parser, "the event as JSON, as `scorepad event show` has it")
    cli.writes(parser, f"cli.commands.event:{run}")


def _add_new(commands: Any) -> None:
    parser = cli.add_command(commands, "new", "plan an event", _NEW)
    parser.add_argument("name", metavar="NAME", help="of the event")
    parser.add_argument("--date", metavar="DATE", help="as 2026-11-24 (default: this evening)")
    add_scoring(parser)
    _add_movements(parser)
    parser.add_argument(
        "--compare",
        choices=("across", "sections"),
        default="across",
        help="boards of one number over all sections (default), or in each by itself",
    )
    parser.add_argument("--pairs", metavar="FILE.csv", help="who the pairs are")
    _add_decision(parser, "new")


def _add_movements(parser: argparse.ArgumentParser) -> None:
    what = "of a section: a file, or as `scorepad movement` takes it, in quotes"
    cli.add_several(parser, "--movement", "MOVEMENT", what, dest="movements", required=True)
    add_meet_again(parser)
    cli.add_flag(parser, "--dry-run", "only show what the event would be")


def _add_pair(commands: Any) -> None:
    parser = cli.add_command(commands, "pair", "say who a pair is, or who many are", _PAIR)
    _add_event(parser)
    parser.add_argument("pair", metavar="PAIR", nargs="?", help="its number")
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="two")
    parser.add_argument("--file", metavar="FILE.csv", help="a row a pair: pair, first, second")
    parser.add_argument("--round", metavar="R", default="1", help="from which they play (1)")
    _add_decision(parser, "pair")


def _add_leave(commands: Any) -> None:
    parser = cli.add_command(commands, "leave", "a pair is not there from a round on", _LEAVE)
    _add_event(parser)
    parser.add_argument("pair", metavar="PAIR", help="its number")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--round", metavar="R", help="the first that it does not play")
    cli.add_flag(how, "--back", "it is there again, in all rounds")
    _add_decision(parser, "leave")
