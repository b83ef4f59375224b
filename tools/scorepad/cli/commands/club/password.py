"""`scorepad club password`: what lets the director in from another machine."""

import argparse
import getpass
import sys
from functools import partial

from scorepad import csv_file
from scorepad.cli import output
from scorepad.cli.club_options import change_club, new_club_of
from scorepad.club import password
from scorepad.club.records.store import Club
from scorepad.club.settings.current import current
from scorepad.errors import UserError
from scorepad.sent_files import are_sent


def run(given: argparse.Namespace) -> None:
    """Sets or removes it. Raises UserError."""
    if given.remove:
        change_club(given, password.remove)
        return
    with new_club_of(given) as club:
        text = "" if given.file is None else csv_file.text_of(given.file)
        line = text.partition("\n")[0].rstrip("\r")
        output.show(ask(club) if given.file is None else _keep(club, line))


def ask(club: Club) -> str:
    """Asks for a new one and keeps it; says so. Raises UserError."""
    return _keep(club, _asked())


def _keep(club: Club, new: str) -> str:
    hashed = password.hashed(new, current(club.ask).name)
    return club.write(partial(password.keep, kept=hashed))


def _asked() -> str:
    if are_sent():
        raise UserError("no password was given; nothing is changed")
    if sys.stdin is None or not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n") if sys.stdin else ""
    try:
        first = getpass.getpass("The director's new password: ")
        if getpass.getpass("Again: ") != first:
            raise UserError("these are two passwords; nothing is changed")
    except EOFError:
        raise UserError("no password was given; nothing is changed") from None
    return first
