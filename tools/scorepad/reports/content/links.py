"""Cells that lead, in a browser, to the page of what they name."""

from urllib.parse import quote

from scorepad import wording
from scorepad.language import SessionId
from scorepad.reports.content.report import Link


def player(name: str | None, number: int) -> str:
    """Return a player with a link, by the id in the roster; 0 = a guest, without one."""
    called = wording.player(name, number)
    return Link(called, f"/players/id={number}") if number and name is not None else called


def session(name: str, called: str = "") -> str:
    """Return a session with a link, by its id, "" is none; `called`: the name shown."""
    if not (called and name):
        return SessionId(name) if name else ""
    return Link(called, f"/sessions/{quote(name, safe='')}")


def event(called: str, number: int) -> str:
    return Link(called, f"/events/id={number}")


def knockout(name: str) -> str:
    """Return a knock-out with a link; its page ends with a slash, for its name may be x.pdf."""
    return Link(name, f"/knockouts/{quote(name)}/")
