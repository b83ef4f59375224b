"""The club that commands use while somebody else keeps it open: the server of the pages."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what it imports takes long to load
    from scorepad.club.records.store import Club

_open: ContextVar["Club | None"] = ContextVar("open", default=None)


@contextlib.contextmanager
def using(club: "Club") -> Iterator[None]:
    """As long as it lasts all commands use this club, which stays open."""
    before = _open.set(club)
    try:
        yield
    finally:
        _open.reset(before)


def open_club() -> "Club | None":
    """That one; None if a command opens the club itself."""
    return _open.get()
