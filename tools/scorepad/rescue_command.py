"""`scorepad rescue`: the sessions of a board whose app does not start."""

import argparse
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from scorepad.club.options import add_db_option, new_club_of
from scorepad.rescue import rescue
from scorepad.sync_command import bar, complain, lines, status


def add_to(subparsers: Any) -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "rescue",
        help="fetch the sessions of a board whose app does not start",
        description="Reads all sessions off a board through its prompt, without the app and "
        "without changing anything there, and takes them into the club's database as sync does.",
        epilog="Exit status: 0 all is well; 1 something was refused, damaged or unreadable; "
        "2 the board cannot be read.",
    )
    parser.add_argument("port", metavar="PORT", help="serial port of the board")
    add_db_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Rescues, says what was fetched and what is wrong; the exit status as in the help."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = not console.is_terminal
    with (
        new_club_of(arguments) as club,
        Progress(*columns, console=console, transient=True, disable=hidden) as bars,
    ):
        summary = rescue(arguments.port, club, bar(bars, arguments.port))
    complain([summary])
    print("\n".join(lines([summary])))
    return status([summary])
