"""Shows how far long work on the club's database has come."""

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.progress import track

MANY = 500  # sessions, which take some seconds


def anew(sessions: Sequence[str]) -> Iterable[str]:
    """The sessions one by one while they are made anew: a bar on a terminal, else a line."""
    console = Console(stderr=True)
    if len(sessions) < MANY:
        return sessions
    if console.is_terminal:
        return track(sessions, "making all sessions anew", console=console, transient=True)
    print(f"making {len(sessions)} sessions anew, which takes a while", file=sys.stderr)
    return sessions
