"""The user or program that runs an operation."""

import getpass
from typing import NamedTuple


class Actor(NamedTuple):
    """The name of a person or program as given, "" if none was, and where they are.

    address: IP address (of IPv6 the /64), or the URL of the proxy; "": a command; "*": many
    """

    who: str = ""
    address: str = ""


COMMAND = Actor()  # the user at this machine


def login_name() -> str:
    """Return the name of the user who is logged in, "" if the machine does not know it."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
