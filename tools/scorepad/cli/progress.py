"""Shows on a terminal how far long work has come."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.progress import track

from scorepad.cli import output
from scorepad.language import marked
from scorepad.steps import steps

MANY = 500  # steps, which take some seconds

_ANEW = marked("making all sessions anew")


def bar(each: Iterable[Any], number: int, what: str) -> Iterable[Any]:
    """The steps, with a bar if there are many."""
    console = Console(stderr=True)
    if number < MANY or not console.is_terminal:
        return each
    return track(each, what, number, console=console, transient=True)


def anew(sessions: Iterable[Any], number: int) -> Iterable[Any]:
    """So many sessions one by one while they are made anew; where nobody sees that, a line."""
    shown = steps(sessions, number, _ANEW)
    if shown is sessions and number >= MANY:
        output.note(f"making {number} sessions anew, which takes a while")
    return shown
