"""A new password at the command line: from a file, or asked for twice and not shown."""

import getpass
import sys

from scorepad import csv_file
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.sent_files import are_sent


def read_new(file: str | None = None) -> str:
    """Return the first line of a file, else what somebody types. Raise UserError.

    Without a terminal it is the first line of standard input.
    """
    if file is not None:
        return csv_file.text_of(file).partition("\n")[0].rstrip("\r")
    if are_sent():  # nobody who could be asked is at this machine
        return ""
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
