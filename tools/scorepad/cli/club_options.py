"""What commands have that open the club's database: the option `--db`, help, numbers."""

import argparse
import getpass
import sys

from scorepad.cli.progress import anew
from scorepad.club.database.named import named
from scorepad.club.database.opening import Absent
from scorepad.club.decisions.adding import Signature
from scorepad.club.records.store import Club


def club_of(given: argparse.Namespace) -> Club:
    """Opens the database that the command line, else the environment names; none is made.

    The user's own is as an empty one until there is one. Raises UserError.
    """
    where = named(given)
    return Club(where, absent=Absent.EMPTY if where is None else Absent.REFUSE, watched=anew)


def existing_club_of(given: argparse.Namespace) -> Club:
    """The same, for what makes no sense without a database. Raises UserError."""
    return Club(named(given), absent=Absent.REFUSE, watched=anew)


def new_club_of(given: argparse.Namespace) -> Club:
    """The same, for what a club may begin with: what is first written makes the database.

    It says so, because the name may be a typing error. Raises UserError.
    """
    return Club(named(given), absent=Absent.LATER, announce=_announce, watched=anew)


def signature_of(given: argparse.Namespace) -> Signature:
    """Who decides, and why: as the options say, else whoever is logged in."""
    return Signature(_login() if given.author is None else given.author, given.reason)


def _login() -> str:
    """The name of whoever is logged in; "" if the machine does not know."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _announce(name: str) -> None:
    print(f"made the new database {name}", file=sys.stderr)
