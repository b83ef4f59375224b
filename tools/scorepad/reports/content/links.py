"""Cells that lead, in a browser, to the page of what they name."""

from urllib.parse import quote

from scorepad import wording
from scorepad.language import SessionId
from scorepad.reports.content.report import Link


def player(name: str | None, number: int) -> str:
    """A player, by the id in the roster; 0 = a guest, who has no page."""
    called = wording.player(name, number)
    return Link(called, f"/players/id={number}") if number and name is not None else called


def session(name: str, called: str = "") -> str:
    """A session, by its id, "" is none; it is called by that, or so."""
    if not (called and name):
        return SessionId(name) if name else ""
    return Link(called, f"/sessions/{quote(name, safe='')}")


def event(called: str, number: int) -> str:
    return Link(called, f"/events/id={number}")


def knockout(name: str) -> str:
    """A knock-out, by its name, which may end as a file does: with a slash it is a page."""
    return Link(name, f"/knockouts/{quote(name)}/")
