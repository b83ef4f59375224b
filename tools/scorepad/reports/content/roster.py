"""The club's roster as a list, by name."""

from dataclasses import asdict, replace
from typing import Any

from scorepad import wording
from scorepad.club.players.editing import PlayerHistory
from scorepad.club.players.roster import RosterEntry
from scorepad.reports.content.report import Report, Section, Table, layout

_HEADS = ("Id", "Player", "Number", "Grade", "Rating", "Area", "Sessions")
_NUMBERS = ("Id", "Rating", "Sessions")


def report(listed: list[RosterEntry]) -> Report:
    """All of them."""
    rows = [_cells(entry) for entry in listed]
    return Report("Players", [Section(table=Table(layout(*_HEADS, numbers=_NUMBERS), rows))])


def of_one(history: PlayerHistory) -> Report:
    """One player, with what was decided about the entry."""
    decided = [
        f"{one.made:%Y-%m-%d %H:%M} UTC: {one.what}"
        + (f": {wording.visible(one.why)}" if one.why else "")
        for one in history.decisions
    ]
    listed = report([history.entry, *history.merged])
    return replace(listed, sections=[*listed.sections, *[Section(lines=decided)] * bool(decided)])


def one_for_programs(history: PlayerHistory) -> dict[str, Any]:
    """The same."""
    every = asdict(history)
    return {**every.pop("entry"), **every}


def _cells(entry: RosterEntry) -> list[str]:
    """A merged entry says for whom it counts, instead of how often it has played."""
    played = str(entry.sessions) if entry.same_as is None else f"is id={entry.same_as}"
    rating = str(entry.rating or "")
    texts = (entry.name, entry.number, entry.grade, rating, entry.area)
    return [str(entry.id), *(wording.visible(text) for text in texts), played]


def for_programs(listed: list[RosterEntry]) -> list[dict[str, Any]]:
    """The same."""
    return [asdict(entry) for entry in listed]
