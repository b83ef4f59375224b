"""The club's roster as a list, by name."""

from dataclasses import asdict, replace
from datetime import date
from typing import Any

from scorepad import wording
from scorepad.club.derived.ranking_rows import Standing
from scorepad.club.players.editing import PlayerHistory
from scorepad.club.players.enrolling import Change
from scorepad.club.players.roster import RosterEntry
from scorepad.club.records.evenings import evening_of
from scorepad.language import counted, say, say_as
from scorepad.reports.content import links
from scorepad.reports.content.report import Curve, Report, Section, Table, layout

_LINES = 24  # of a player's ranking: those of the last two years or so


def report(listed: list[RosterEntry]) -> Report:
    rows = [_cells(entry) for entry in listed]
    id, rating, sessions = numbers = say("Id"), say("Rating"), say("Sessions")
    texts = say("Player"), say("Number"), say("Grade"), rating, say("Area")
    heads = layout(id, *texts, sessions, numbers=numbers)
    return Report(say("Players"), [Section(table=Table(heads, rows))])


def changes(listed: list[Change], most: int) -> list[Report | str]:
    """The first ones of what a file changes."""
    if not listed:
        return []
    rows = [[links.player(one.name, one.id), _what(one)] for one in listed[:most]]
    more = len(listed) - len(rows)
    said = [counted(more, "{number} more", "{number} more")] * bool(more)
    table = Table(layout(say("Player"), say("What changes")), rows)
    return [Report("", [Section(table=table, lines=said)])]


def _what(one: Change) -> str:
    if not one.id:
        told = (value for column, (_, value) in one.what.items() if column != "name" and value)
        return ", ".join([say("new"), *(wording.visible(str(each)) for each in told)])
    return ", ".join(
        wording.visible(f"{say(column)}: {before or '–'} → {after or '–'}")
        for column, (before, after) in one.what.items()
    )


def of_one(history: PlayerHistory) -> Report:
    decided = [
        f"{wording.local(one.made)}: {one.what}"
        + (f": {wording.visible(one.why)}" if one.why else "")
        for one in history.decisions
    ]
    listed = report([history.entry, *history.merged])
    ranked = _course(history.course)
    more = [*[Section(lines=decided)] * bool(decided), *[ranked] * bool(history.course)]
    return replace(listed, sections=[*listed.sections, *more])


def _course(standings: list[Standing]) -> Section:
    """Of the ranking; an evening has one line, and the table the last ones."""
    by_day = _by_day(standings)
    deals = say("Deals")
    ranking = say_as("of a player", "Ranking")
    heads = layout(say("Evening"), ranking, deals, numbers=(ranking, deals))
    rows = [
        [wording.day(when), str(one.ranking), str(one.deals)]
        for when, one in list(by_day.items())[-_LINES:]
    ]
    curve = Curve(ranking, [(when.toordinal(), one.ranking) for when, one in by_day.items()])
    return Section(ranking, table=Table(heads, rows), curve=curve if len(by_day) > 1 else None)


def _by_day(standings: list[Standing]) -> dict[date, Standing]:
    """The last one of each evening; what was played without a clock has no day."""
    found = ((evening_of(one.at), one) for one in standings)
    return {when: one for when, one in found if when}


def one_for_programs(history: PlayerHistory) -> dict[str, Any]:
    every = asdict(history)
    course = [
        {"evening": when.isoformat(), "ranking": one.ranking, "deals": one.deals}
        for when, one in _by_day(history.course).items()
    ]
    return {**every.pop("entry"), **every, "course": course}


def _cells(entry: RosterEntry) -> list[str]:
    """A merged entry says for whom it counts, instead of how often it has played."""
    played = str(entry.sessions) if entry.same_as is None else say("is id={id}", id=entry.same_as)
    rating = str(entry.rating or "")
    grade = say_as("grade", entry.grade) if entry.grade else ""
    texts = (entry.name, entry.number, grade, rating, entry.area)
    name, *others = (wording.visible(text) for text in texts)
    return [str(entry.id), links.player(name, entry.id), *others, played]
