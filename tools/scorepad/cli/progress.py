"""Shows on a terminal how far long work has come."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    track,
)

from scorepad.cli import output
from scorepad.language import Language, marked, spoken
from scorepad.operation import Begins, Shown
from scorepad.steps import steps
from scorepad.wording import visible

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


@contextlib.contextmanager
def at_ports(begins: Begins, in_bytes: bool = False) -> Iterator[Callable[[str], Shown]]:
    """Within the block, show the progress of each port: a bar on a terminal, else a line once.

    begins: what that line is; in_bytes: whether they are counted. Who takes what is said is told
    at the end.
    """
    language = Language(spoken())  # of this thread; each port has one of its own
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(
        *(TextColumn("{task.description}"), BarColumn()),
        DownloadColumn() if in_bytes else MofNCompleteColumn(),
        console=console,
        transient=True,
        disable=hidden,
        redirect_stdout=sys.stdout.isatty(),  # a pipe gets its lines itself
    ) as bars:

        def bar(port: str) -> Shown:
            tasks: list[TaskID] = []

            def show(done: int, total: int) -> None:
                if not tasks:  # not before: a port without a tablet would have a bar at 0
                    tasks.append(bars.add_task(escape(port), total=total))
                bars.update(tasks[0], completed=done, visible=done < total)

            return show

        def once(port: str, done: int, total: int) -> None:
            if not done and (said := begins(port, total)):
                # In one write: several ports talk at the same time.
                sys.stderr.write(f"{visible(language.say(said))}\n")

        yield (lambda port: partial(once, port)) if hidden else bar
