"""`scorepad rescue`: the sessions of a board whose app does not start."""

import argparse

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from scorepad.cli import output
from scorepad.cli.club_options import new_club_of
from scorepad.cli.commands.sync import bar, complain, show, status
from scorepad.tablet.rescue import rescue


def run(arguments: argparse.Namespace) -> int:
    """Rescues, says what was fetched and what is wrong; the exit status as in the help."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = output.is_taken() or not console.is_terminal
    with (
        new_club_of(arguments) as club,
        Progress(*columns, console=console, transient=True, disable=hidden) as bars,
    ):
        summary = rescue(arguments.port, club, bar(bars, arguments.port))
    complain([summary])
    show([summary], arguments.json)
    return status([summary])
