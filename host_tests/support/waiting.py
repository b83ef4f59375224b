"""Waiting for what happens in another process or thread, where no event of it can be awaited."""

import threading
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

_INTERVAL_S = 0.01  # between two looks; it decides no outcome


def wait_until(condition: Callable[[], Found], interval_s: float = _INTERVAL_S) -> Found:
    """Return the first true value of `condition()`, however long it takes.

    There is no limit of its own: a machine may be slow. pytest's `timeout` ends a test that hangs
    and prints where it waits.
    """
    while not (found := condition()):
        threading.Event().wait(interval_s)
    return found
