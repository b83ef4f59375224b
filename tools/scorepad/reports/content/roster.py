"""The club's roster as a list, by name."""

from dataclasses import asdict, replace
from datetime import date
from typing import Any

from scorepad import wording
from scorepad.club.derived.ranking_rows import Standing
from scorepad.club.players.editing import PlayerHistory
from scorepad.club.players.enrolling import Change
from scorepad.club.players.roster import RosterEntry
from scorepad.language import joined, text, text_as, text_counted
from scorepad.reports.content import links
from scorepad.reports.content.report import Curve, Report, Section, Table, layout

_LINES = 24  # of a player's ranking: those of the last two years or so


def report(listed: list[RosterEntry]) -> Report:
    rows = [_cells(entry) for entry in listed]
    id, rating, sessions = numbers = text("Id"), text("Rating"), text("Sessions")
    texts = text("Player"), text("Number"), text("Grade"), rating, text("Area")
    heads = layout(id, *texts, sessions, numbers=numbers)
    return Report(text("Players"), [Section(table=Table(heads, rows))])


def changes(listed: list[Change], most: int) -> list[Report | str]:
    """Return the first `most` changes that a file makes."""
    if not listed:
        return []
    rows = [[links.player(change.name, change.id), _what(change)] for change in listed[:most]]
    more = len(listed) - len(rows)
    said = [text_counted(more, "{number} more", "{number} more")] * bool(more)
    table = Table(layout(text("Player"), text("What changes")), rows)
    return [Report("", [Section(table=table, lines=said)])]


def _what(change: Change) -> str:
    if not change.id:
        told = (value for column, (_, value) in change.what.items() if column != "name" and value)
        return joined([text("new"), *(wording.visible(str(each)) for each in told)])
    return joined(
        text(column) + wording.visible(f": {before or '–'} → {after or '–'}")
        for column, (before, after) in change.what.items()
    )


def of_one(history: PlayerHistory) -> Report:
    parts = [(wording.local(d.made), d.what, wording.visible(d.why)) for d in history.decisions]
    decided = [joined(filter(None, part), ": ") for part in parts]
    listed = report([history.entry, *history.merged])
    ranked = _course(history.course)
    more = [*[Section(lines=decided)] * bool(decided), *[ranked] * bool(history.course)]
    return replace(listed, sections=[*listed.sections, *more])


def _course(by_day: dict[date, Standing]) -> Section:
    """Return the course of a ranking: a line for each evening, the table has the last ones."""
    deals = text("Deals")
    ranking = text_as("of a player", "Ranking")
    heads = layout(text("Evening"), ranking, deals, numbers=(ranking, deals))
    rows = [
        [wording.day(when), str(standing.ranking), str(standing.deals)]
        for when, standing in list(by_day.items())[-_LINES:]
    ]
    curve = _curve(ranking, by_day) if len(by_day) > 1 else None
    return Section(ranking, table=Table(heads, rows), curve=curve)


def _curve(title: str, by_day: dict[date, Standing]) -> Curve:
    points = [(when, standing.ranking) for when, standing in by_day.items()]
    (first, before), (last, after) = points[0], points[-1]
    ends = wording.day(first), wording.day(last)
    said = text(
        "From {before} on {first} to {after} on {last}; between {low} and {high}.",
        before=before,
        first=ends[0],
        after=after,
        last=ends[1],
        low=min(ranking for _, ranking in points),
        high=max(ranking for _, ranking in points),
    )
    return Curve(title, [(when.toordinal(), ranking) for when, ranking in points], said, ends)


def one_for_programs(history: PlayerHistory) -> dict[str, Any]:
    every = asdict(history)
    course = [
        {"evening": when.isoformat(), "ranking": standing.ranking, "deals": standing.deals}
        for when, standing in history.course.items()
    ]
    return {**every.pop("entry"), **every, "course": course}


def _cells(entry: RosterEntry) -> list[str]:
    """Return the cells of an entry; a merged one names its player instead of its sessions."""
    played = str(entry.sessions) if entry.same_as is None else text("is id={id}", id=entry.same_as)
    rating = str(entry.rating or "")
    grade = text_as("grade", entry.grade) if entry.grade else ""
    texts = (entry.name, entry.number, grade, rating, entry.area)
    name, *others = (wording.visible(text) for text in texts)
    return [str(entry.id), links.player(name, entry.id), *others, played]
