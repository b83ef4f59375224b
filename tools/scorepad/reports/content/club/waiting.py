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


def _cells(waiting: Waiting) -> list[str]:
    began, came = wording.when(waiting.session.started), wording.local(waiting.row.came)
    rules, players = wording.rules(waiting.session.rules), wording.visible(waiting.players)
    table, why = str(waiting.row.table_number), text(REASONS.get(waiting.row.why, waiting.row.why))
    return [waiting.row.session, table, began, came, rules, players, str(waiting.deals), why]


def for_programs(listed: list[Waiting]) -> list[dict[str, Any]]:
    """Return the waiting sessions; `started`: None if the phone's clock was not set."""
    return [
        {
            "id": waiting.row.session,
            "table": waiting.row.table_number,
            "started": wording.timestamp(waiting.session.started),
            "came": waiting.row.came,
            "rules": waiting.session.rules,
            "players": waiting.players,
            "deals": waiting.deals,
            "why": waiting.row.why,
        }
        for waiting in listed
    ]
