"""Shows on a terminal how far long work has come."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial

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
from scorepad.language import Language
from scorepad.operation import Begins, Shown
from scorepad.steps import Step
from scorepad.wording import visible

MANY = 500  # steps, which take some seconds


def show_steps(each: Iterable[Step], number: int, what: str) -> Iterable[Step]:
    """Return the steps of work; if there are many, with a bar, or a line where nobody sees one."""
    if number < MANY:
        return each
    console = Console(stderr=True)
    if not console.is_terminal:
        output.note(f"{what} ({number})")
        return each
    return track(each, what, number, console=console, transient=True)


@contextlib.contextmanager
def at_ports(
    language: Language, begins: Begins, in_bytes: bool = False
) -> Iterator[Callable[[str], Shown]]:
    """Within the block, show the progress of each port: a bar on a terminal, else a line once.

    language: of that line; begins: what it is; in_bytes: whether they are counted. Who takes
    what is said is told at the end.
    """
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
