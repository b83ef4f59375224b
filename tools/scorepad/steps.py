"""Tells whoever waits how far long work has come, wherever it is done.

A terminal shows a bar, a page a number that grows; who does the work need not know.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

Step = TypeVar("Step")
Watch = Callable[[Iterable[Any], int, str], Iterable[Any]]

_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextlib.contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """As long as it lasts `watch` is given all steps, and gives them on one by one."""
    before = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(before)


def steps(each: Iterable[Step], number: int, what: str) -> Iterable[Step]:
    """So many steps of work, one by one; `what` it is, as in "reading sessions"."""
    watch = _watch.get()
    return watch(each, number, what) if watch else each
