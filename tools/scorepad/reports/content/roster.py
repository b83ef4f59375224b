"""The club's roster as a list, by name."""

from dataclasses import asdict, replace
from typing import Any

from scorepad import wording
from scorepad.club.players.editing import PlayerHistory
from scorepad.club.players.roster import RosterEntry
from scorepad.language import say, say_as
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[RosterEntry]) -> Report:
    """All of them."""
    rows = [_cells(entry) for entry in listed]
    id, rating, sessions = numbers = say("Id"), say("Rating"), say("Sessions")
    texts = say("Player"), say("Number"), say("Grade"), rating, say("Area")
    heads = layout(id, *texts, sessions, numbers=numbers)
    return Report(say("Players"), [Section(table=Table(heads, rows))])


def of_one(history: PlayerHistory) -> Report:
    """One player, with what was decided about the entry."""
    decided = [
        f"{wording.to_the_minute(one.made)} UTC: {one.what}"
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
    played = str(entry.sessions) if entry.same_as is None else say("is id={id}", id=entry.same_as)
    rating = str(entry.rating or "")
    grade = say_as("grade", entry.grade) if entry.grade else ""
    texts = (entry.name, entry.number, grade, rating, entry.area)
    return [str(entry.id), *(wording.visible(text) for text in texts), played]


def for_programs(listed: list[RosterEntry]) -> list[dict[str, Any]]:
    """The same."""
    return [asdict(entry) for entry in listed]
