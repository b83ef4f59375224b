"""The tablets that the club knows as a list."""

from textwrap import shorten

from scorepad import wording
from scorepad.club.forgetting import KnownTablet
from scorepad.language import text
from scorepad.reports.content import links
from scorepad.reports.content.report import Report, Section, Table, layout

_LONGEST = 20  # characters of a name


def report(listed: list[KnownTablet]) -> Report:
    table, sessions, deals = text("Table"), text("Sessions"), text("Deals")
    others = text("Kind"), table, text("Last session"), text("Players")
    heads = layout(text("Tablet"), *others, sessions, deals, numbers=(table, sessions, deals))
    return Report(text("Tablets"), [Section(table=Table(heads, [*map(_cells, listed)]))])


def _cells(one: KnownTablet) -> list[str]:
    kind = text("phone") if one.phone else text("cable") if one.cable else ""
    day = wording.dated(one.evening) if one.evening else text("without a date")
    names = (shorten(wording.visible(name), _LONGEST, placeholder="…") for name in one.players)
    last = str(one.table or ""), links.session(one.last or "", day), ", ".join(names)
    return [one.id, kind, *last, str(one.sessions), str(one.deals)]
