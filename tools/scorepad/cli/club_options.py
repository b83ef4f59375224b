"""The club of a command, and the name and password of the user at the machine."""

import argparse
import getpass
import sys
from typing import TypeVar

from scorepad import csv_file
from scorepad.cli import output
from scorepad.club.database.named import named
from scorepad.club.database.opening import Absent, Database
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.upload import Upload

Opened = TypeVar("Opened", bound=Database)


def open_for(given: argparse.Namespace, if_missing: str, kind: type[Opened]) -> Opened:
    """Open the database that the command line, else the environment names. Raise UserError.

    One that is made when something is first written is named, because the name may be a typing
    error. if_missing: one of operation.IfMissing; only the user's own may be missing and read as
    empty.
    """
    where = named(given)
    absent = Absent(if_missing)
    if absent is Absent.EMPTY and where is not None:
        absent = Absent.REFUSE
    club = kind(where, absent=absent, announce=_announce)
    given.club = club  # for the report of a failed command
    return club


def _announce(name: str) -> None:
    output.note(f"made the new database {name}")


def read_new_password(file: str | None = None) -> str:
    """Return the first line of a file, else what somebody types twice. Raise UserError.

    It is not shown. Without a terminal it is the first line of standard input.
    """
    if file is not None:
        return csv_file.text_of(Upload(file)).partition("\n")[0].rstrip("\r")
    if sys.stdin is None or not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n") if sys.stdin else ""
    try:
        first = getpass.getpass("The director's new password: ")
        if getpass.getpass("Again: ") != first:
            different = text("The two passwords are not the same; nothing was changed.")
            raise UserError(different, "password")
    except EOFError:
        return ""
    return first
