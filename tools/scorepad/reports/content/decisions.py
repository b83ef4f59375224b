"""All that was decided in the club."""

from typing import Any

from scorepad import wording
from scorepad.club.decision_list import ListedDecision
from scorepad.language import say, say_as
from scorepad.reports.content import links
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[ListedDecision]) -> Report:
    """Each with its number; beneath, what somebody should know of some."""
    number, session = say("Number"), say("Session")
    others = say("What"), say("Why")
    heads = layout(
        number, say("Decided"), say_as("author", "By"), session, *others, words=(number, session)
    )
    undone = {one: say("undone by {number}", number=one.undone) for one in listed if one.undone}
    said = [(one.number, what) for one in listed for what in (undone.get(one), one.note) if what]
    lines = [f"{number}: {what}." for number, what in said]
    table = Table(heads, list(map(_cells, listed)))
    return Report(say("Decisions"), [Section(table=table, lines=lines)])


def _cells(one: ListedDecision) -> list[str]:
    made, why = wording.local(one.made), wording.visible(one.reason)
    author, session = wording.visible(one.author), links.session(one.session)
    return [str(one.number), made, author, session, one.what, why]


def for_programs(listed: list[ListedDecision]) -> list[dict[str, Any]]:
    """The same; what was not said is null."""
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
