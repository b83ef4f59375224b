"""What the commands of this room say while they work, and how they end."""

import sys
from collections.abc import Callable
from pathlib import Path


class Missing(RuntimeError):
    """Something cannot be had here; the message is one line for the user."""


def say(command: str, what: str) -> None:
    """Says on standard error what a command does; `command`: its file."""
    print(f"{Path(command).stem}: {what}", file=sys.stderr)


def show(command: str, find: Callable[[], object]) -> int:
    """Prints what is found; the exit status, which is 2 when it cannot be had."""
    try:
        print(find())
    except Missing as problem:
        say(command, str(problem))
        return 2
    return 0
