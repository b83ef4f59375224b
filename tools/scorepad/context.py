"""The user or program that runs an operation."""

from typing import NamedTuple


class Actor(NamedTuple):
    """The name of a person or program as given, "" if none was, and where they are.

    address: IP address (of IPv6 the /64), or the URL of the proxy; "": a command; "*": many
    """

    who: str = ""
    address: str = ""


COMMAND = Actor()  # the user at this machine
