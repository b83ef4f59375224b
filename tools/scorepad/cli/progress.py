"""Shows how far long work on the club's database has come."""

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.progress import track

MANY = 500  # sessions, which take some seconds


def anew(sessions: Iterable[Any], number: int) -> Iterable[Any]:
    """So many sessions one by one while they are made anew: a bar on a terminal, else a line."""
    console = Console(stderr=True)
    if number < MANY:
        return sessions
    if console.is_terminal:
        what = "making all sessions anew"
        return track(sessions, what, number, console=console, transient=True)
    print(f"making {number} sessions anew, which takes a while", file=sys.stderr)
    return sessions
