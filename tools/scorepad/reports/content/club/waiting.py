"""The sessions of phones that wait for the director."""

from typing import Any

from scorepad import wording
from scorepad.club.waiting import REASONS, Waiting
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Waiting]) -> Report:
    """Return a row for each: its table, who played when, and why it waits."""
    session, table, deals = text("Session"), text("Table"), text("Deals")
    others = text("Began"), text("Came"), text("Rules"), text("Players")
    heads = layout(session, table, *others, deals, text("Why"), numbers=(table, deals))
    return Report(text("Waiting sessions"), [Section(table=Table(heads, [*map(_cells, listed)]))])


def _cells(one: Waiting) -> list[str]:
    began, came = wording.when(one.session.started), wording.local(one.row.came)
    rules, players = wording.rules(one.session.rules), wording.visible(one.players)
    table, why = str(one.row.table_number), text(REASONS.get(one.row.why, one.row.why))
    return [one.row.session, table, began, came, rules, players, str(one.deals), why]


def for_programs(listed: list[Waiting]) -> list[dict[str, Any]]:
    """Return the waiting sessions; `started`: None if the phone's clock was not set."""
    return [
        {
            "id": one.row.session,
            "table": one.row.table_number,
            "started": wording.timestamp(one.session.started),
            "came": one.row.came,
            "rules": one.session.rules,
            "players": one.players,
            "deals": one.deals,
            "why": one.row.why,
        }
        for one in listed
    ]
