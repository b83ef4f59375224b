"""Tells whoever waits how far long work has come, wherever it is done.

A terminal shows a bar, a page a number that grows; who does the work need not know.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any, TypeVar

from scorepad.context import setting

Step = TypeVar("Step")
Watch = Callable[[Iterable[Any], int, str], Iterable[Any]]

_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


def watched(watch: Watch) -> AbstractContextManager[None]:
    """As long as it lasts `watch` is given all steps, and gives them on one by one."""
    return setting(_watch, watch)


def steps(each: Iterable[Step], number: int, what: str) -> Iterable[Step]:
    """So many steps of work, one by one; `what` it is, as in "reading sessions"."""
    watch = _watch.get()
    return watch(each, number, what) if watch else each
