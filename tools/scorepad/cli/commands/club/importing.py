"""`scorepad club import`: the sessions that a browser has fetched from a tablet."""

import argparse

from scorepad.cli import generated
from scorepad.cli.club_options import new_club_of
from scorepad.operations.tablets.common import synced
from scorepad.tablet import fetched_file


def import_sessions(arguments: argparse.Namespace) -> int:
    """Takes them in, says what came and what is wrong; the exit status as in the help.

    Raises UserError for a file that is none, and then nothing was taken in.
    """
    files = [fetched_file.read(file) for file in dict.fromkeys(arguments.file)]
    with new_club_of(arguments) as club:
        outcome = synced([fetched_file.take(file, club) for file in files])
    generated.show(outcome, arguments)
    return outcome.status
