"""Opens the database of the club for a command, and says who is at the machine."""

import argparse
import contextlib
import getpass

from scorepad.cli import output
from scorepad.cli.progress import anew
from scorepad.club.database.named import named
from scorepad.club.database.opening import Absent
from scorepad.club.records.store import Club
from scorepad.operation import IfMissing

Opened = contextlib.AbstractContextManager[Club]


def new_club_of(given: argparse.Namespace) -> Opened:
    """Open the database that is named, which what is first written makes. Raise UserError.

    It says so, because the name may be a typing error.
    """
    return open_for(given, IfMissing.CREATE)


def open_for(given: argparse.Namespace, if_missing: str) -> Opened:
    """Open the database that the command line, else the environment names. Raise UserError.

    if_missing: one of operation.IfMissing; only the user's own may be missing and read as empty.
    """
    where = named(given)
    absent = Absent(if_missing)
    if absent is Absent.EMPTY and where is not None:
        absent = Absent.REFUSE
    club = Club(where, absent=absent, announce=_announce, watched=anew)
    given.club = club  # for whoever has to say why the command has failed
    return club


def login() -> str:
    """The name of whoever is logged in; "" if the machine does not know."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _announce(name: str) -> None:
    output.note(f"made the new database {name}")
