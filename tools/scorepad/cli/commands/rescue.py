"""`scorepad rescue`: the sessions of a board whose app does not start."""

import argparse

from scorepad.cli import progress
from scorepad.cli.club_options import new_club_of
from scorepad.cli.commands.sync import tell
from scorepad.tablet.rescue import rescue


def run(arguments: argparse.Namespace) -> int:
    """Rescues, says what was fetched and what is wrong; the exit status as in the help."""
    with new_club_of(arguments) as club, progress.at_ports() as shown:
        summary = rescue(arguments.port, club, shown(arguments.port))
    return tell([summary], arguments.json)
