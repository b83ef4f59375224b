"""All that was decided in the club."""

from typing import Any

from scorepad import wording
from scorepad.club.decision_list import ListedDecision
from scorepad.language import joined, text, text_as
from scorepad.reports.content import links
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[ListedDecision]) -> Report:
    """Return the numbered decisions, and below them the notes on some."""
    number, session = text_as("decision", "Number"), text("Session")
    others = text("What"), text("Why")
    heads = layout(
        number, text("Decided"), text_as("author", "By"), session, *others, words=(number, session)
    )
    lines = [
        joined((str(entry.number), ": ", what, "."), "")
        for entry in listed
        for what in (entry.undone and text("undone by {number}", number=entry.undone), entry.note)
        if what
    ]
    table = Table(heads, list(map(_cells, listed)))
    return Report(text("Decisions"), [Section(table=table, lines=lines)])


def _cells(entry: ListedDecision) -> list[str]:
    made, why = wording.local(entry.made), wording.visible(entry.reason)
    author, session = wording.visible(entry.author), links.session(entry.session)
    return [str(entry.number), made, author, session, entry.what, why]


def for_programs(listed: list[ListedDecision]) -> list[dict[str, Any]]:
    """Return the decisions for JSON; None instead of an empty text."""
    return [
        {
            "number": entry.number,
            "made": entry.made,
            "author": entry.author or None,
            "session": entry.session or None,
            "what": entry.what,
            "reason": entry.reason or None,
            "undone_by": entry.undone,
            "note": entry.note or None,
        }
        for entry in listed
    ]
