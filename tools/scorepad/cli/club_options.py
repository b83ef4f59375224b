"""What commands have that open the club's database: the option `--db`, help, numbers."""

import argparse
import contextlib
import getpass
from collections.abc import Callable
from typing import Any

from scorepad.cli import output
from scorepad.cli.open_club import open_club
from scorepad.cli.progress import anew
from scorepad.club.database.named import named
from scorepad.club.database.opening import Absent
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.adding import Signature
from scorepad.club.records.store import Club
from scorepad.operation import IfMissing
from scorepad.reports.content.report import Report

Opened = contextlib.AbstractContextManager[Club]


def club_of(given: argparse.Namespace) -> Opened:
    """Opens the database that the command line, else the environment names; none is made.

    The user's own is as an empty one until there is one. Raises UserError.
    """
    return _opened(given, Absent.EMPTY if named(given) is None else Absent.REFUSE)


def new_club_of(given: argparse.Namespace) -> Opened:
    """The same, for what a club may begin with: what is first written makes the database.

    It says so, because the name may be a typing error. Raises UserError.
    """
    return _opened(given, Absent.LATER)


def open_for(given: argparse.Namespace, if_missing: str) -> Opened:
    """Open the database for an operation; `if_missing`: one of operation.IfMissing."""
    if if_missing == IfMissing.EMPTY:
        return club_of(given)
    return _opened(given, Absent(if_missing))


def _opened(given: argparse.Namespace, absent: Absent) -> Opened:
    if club := open_club():
        return contextlib.nullcontext(club)
    club = Club(named(given), absent=absent, announce=_announce, watched=anew)
    given.club = club  # for whoever has to say why the command has failed
    return club


def change_club(
    given: argparse.Namespace,
    work: Callable[[Rows], str],
    opened: Callable[[argparse.Namespace], Opened] = club_of,
) -> None:
    """Do something in the club's database, and show what it says. Raise UserError."""
    with opened(given) as club:
        output.show(club.write(work))


def show_list(
    given: argparse.Namespace,
    work: Callable[[Rows], Any],
    report: Callable[[Any], Report],
    for_programs: Callable[[Any], Any],
    none: str,
) -> None:
    """Shows what `work` lists, as a report or as JSON; `none` is said where there is nothing.

    Raises UserError.
    """
    with club_of(given) as club:
        listed = club.read(work)
    if given.json:
        output.save_json(for_programs(listed))
    else:
        output.show(report(listed).unheaded if listed else none)


def signature_of(given: argparse.Namespace) -> Signature:
    """Who decides, and why: as the options say, else whoever is logged in."""
    return Signature(login() if given.author is None else given.author, given.reason)


def login() -> str:
    """The name of whoever is logged in; "" if the machine does not know."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _announce(name: str) -> None:
    output.note(f"made the new database {name}")
