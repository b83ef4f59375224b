"""The club that commands use while somebody else keeps it open: the server of the pages."""

from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from scorepad.context import setting

if TYPE_CHECKING:  # what it imports takes long to load
    from scorepad.club.records.store import Club

_open: ContextVar["Club | None"] = ContextVar("open", default=None)


def using(club: "Club") -> AbstractContextManager[None]:
    """As long as it lasts all commands use this club, which stays open."""
    return setting(_open, club)


def open_club() -> "Club | None":
    """That one; None if a command opens the club itself."""
    return _open.get()
