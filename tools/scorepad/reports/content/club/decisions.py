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
    undone = {one: text("undone by {number}", number=one.undone) for one in listed if one.undone}
    said = [(one.number, what) for one in listed for what in (undone.get(one), one.note) if what]
    lines = [joined((str(number), ": ", what, "."), "") for number, what in said]
    table = Table(heads, list(map(_cells, listed)))
    return Report(text("Decisions"), [Section(table=table, lines=lines)])


def _cells(one: ListedDecision) -> list[str]:
    made, why = wording.local(one.made), wording.visible(one.reason)
    author, session = wording.visible(one.author), links.session(one.session)
    return [str(one.number), made, author, session, one.what, why]


def for_programs(listed: list[ListedDecision]) -> list[dict[str, Any]]:
    """Return the decisions for JSON; None instead of an empty text."""
    return [
        {
            "number": one.number,
            "made": one.made,
            "author": one.author or None,
            "session": one.session or None,
            "what": one.what,
            "reason": one.reason or None,
            "undone_by": one.undone,
            "note": one.note or None,
        }
        for one in listed
    ]
