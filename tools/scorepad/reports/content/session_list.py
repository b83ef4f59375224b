"""What the club has, one line a session."""

from typing import Any

from rich.text import Text

from scorepad import wording
from scorepad.club.records.session_list import ListedSession
from scorepad.reports.drawing.terminal_table import Table

_STYLES = {"damaged": "bold red", "open": "yellow", "complete": ""}


def as_table(sessions: list[ListedSession]) -> Table:
    """For people: a line of 80 characters has no room for a zone that the head can say."""
    zones = dict.fromkeys(filter(None, (wording.zone(one.started) for one in sessions)))
    began = f"Began ({'/'.join(zones)})" if zones else "Began"
    table = Table(0)
    for head in ("Session", began, "Table", "Rules", "State", "Result"):
        justify: Any = "right" if head == "Table" else "left"
        whole = head in ("Session", began, "Table")
        table.add_column(head, justify=justify, overflow="fold", no_wrap=whole)
    for session in sessions:
        table.add_row(
            session.id,
            wording.when(session.started).removesuffix(f" {wording.zone(session.started)}"),
            str(session.table_number),
            session.rules,
            Text(session.state, _STYLES[session.state]),
            " ".join(f"{wording.account(n)} {points}" for n, points in session.totals.items()),
        )
    return table


def for_programs(sessions: list[ListedSession], remarks: dict[str, str]) -> list[dict[str, Any]]:
    """All that the list of the club has; `remarks`: by session."""
    return [_entry(session, remarks.get(session.id)) for session in sessions]


def _entry(session: ListedSession, note: str | None) -> dict[str, Any]:
    return {
        "id": session.id,
        "tablet": session.tablet,
        "table": session.table_number,
        "rules": session.rules,
        "state": session.state,
        "started": wording.timestamp(session.started),
        "records": session.records,
        "deals": session.played,
        "totals": session.totals,
        "fault": session.fault or None,
        "note": note,
    }


def faults(sessions: list[ListedSession]) -> list[Text]:
    """What is wrong with those that are damaged, a line each."""
    damaged = [session for session in sessions if session.fault]
    return [Text(f"{session.id} is damaged: {session.fault}") for session in damaged]


def notes(sessions: list[ListedSession], remarks: dict[str, str]) -> list[Text]:
    """What people should know about others, a line each; `remarks`: by session."""
    noted = [session.id for session in sessions if session.id in remarks]
    return [Text(f"{session}: {remarks[session]}") for session in noted]
