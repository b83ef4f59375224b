"""What every command has that opens the club's database: the option `--db`, and help."""

import argparse
import os
from typing import Any

from scorepad.club.store import Club

ENVIRONMENT = "SCOREPAD_DB"


def add_db_option(parser: argparse.ArgumentParser) -> None:
    """Adds `--db`. It may be added to a parser and to its subparsers: the inner one wins."""
    parser.add_argument(
        "--db",
        metavar="URL",
        default=argparse.SUPPRESS,  # a subparser's default would undo what its parser was given
        help="the club's database: a file or a URL (SCOREPAD_DB, else a file of your own)",
    )


def club_of(given: argparse.Namespace) -> Club:
    """Opens the database that the command line, else the environment names. Raises UserError."""
    where = getattr(given, "db", None)
    return Club(os.environ.get(ENVIRONMENT) or None if where is None else where)


def add_command(
    subparsers: Any, name: str, what: str, epilog: str = ""
) -> argparse.ArgumentParser:
    """A command that opens the club's database. `what` it does begins with a small letter."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_db_option(parser)
    return parser
