"""What the director has released to the room."""

from typing import Any

from scorepad import wording
from scorepad.club.releasing import Released
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Released]) -> Report:
    """Return what is published, with the author, time and reason of each."""
    evening = text("Evening")
    others = text("Since"), text("By whom"), text("Why")
    heads = layout(evening, text("Event"), *others, words=(evening,))
    return Report(text("Released"), [Section(table=Table(heads, list(map(_cells, listed))))])


def _cells(one: Released) -> list[str]:
    texts = one.name, wording.local(one.entry.made), one.entry.author, one.entry.reason
    return [wording.day(one.evening), *map(wording.visible, texts)]


def for_programs(listed: list[Released]) -> list[dict[str, Any]]:
    """Return what is published for JSON; None instead of an empty text."""
    return [
        {
            "evening": str(one.evening),
            "event": one.event or None,
            "name": one.name or None,
            "decision": one.entry.number,
            "made": one.entry.made,
            "author": one.entry.author or None,
            "reason": one.entry.reason or None,
        }
        for one in listed
    ]
