"""Messages and exit statuses of the commands that fetch programs for tests and developers."""

import sys
from collections.abc import Callable
from pathlib import Path

from scorepad.debian import last_line


class Missing(RuntimeError):
    """Something cannot be had here; the message is one line for the user."""


def explain(what: str, failure: Exception, remedy: str = "") -> str:
    """Return the line for the user: what cannot be fetched, why, and what runs without it.

    remedy: what the user can install instead
    """
    instead = f"{remedy}; " if remedy else ""
    return (
        f"{what} cannot be fetched ({last_line(failure)}): {instead}`make test` still runs, "
        "and `make test-all` skips the tests that need it"
    )


def say(command: str, what: str) -> None:
    """Say on standard error what a command does; `command`: its file."""
    print(f"{Path(command).stem}: {what}", file=sys.stderr)


def show(command: str, find: Callable[[], object]) -> int:
    """Print what is found; return the exit status, 2 if it cannot be had."""
    try:
        print(find())
    except Missing as problem:
        say(command, str(problem))
        return 2
    return 0
