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


def _cells(item: Released) -> list[str]:
    texts = item.name, wording.local(item.entry.made), item.entry.author, item.entry.reason
    return [wording.day(item.evening), *map(wording.visible, texts)]


def for_programs(listed: list[Released]) -> list[dict[str, Any]]:
    """Return what is published for JSON; None instead of an empty text."""
    return [
        {
            "evening": str(item.evening),
            "event": item.event or None,
            "name": item.name or None,
            "decision": item.entry.number,
            "made": item.entry.made,
            "author": item.entry.author or None,
            "reason": item.entry.reason or None,
        }
        for item in listed
    ]
