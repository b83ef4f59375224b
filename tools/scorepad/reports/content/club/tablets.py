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


def _cells(tablet: KnownTablet) -> list[str]:
    kind = text("phone") if tablet.phone else text("cable") if tablet.cable else ""
    day = wording.dated(tablet.evening) if tablet.evening else text("without a date")
    names = (shorten(wording.visible(name), _LONGEST, placeholder="…") for name in tablet.players)
    last = str(tablet.table or ""), links.session(tablet.last or "", day), ", ".join(names)
    return [tablet.id, kind, *last, str(tablet.sessions), str(tablet.deals)]
