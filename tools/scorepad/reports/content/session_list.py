"""What the club has, one line a session."""

from collections.abc import Iterator
from typing import Any

from scorepad import wording
from scorepad.club.records.session_list import ListedSession
from scorepad.reports.content.report import Report, Section, State, Table, layout


def report(sessions: list[ListedSession], remarks: dict[str, str]) -> Report:
    """A line has no room for a zone that the head can say; `remarks`: by session."""
    zones = dict.fromkeys(filter(None, (wording.zone(one.started) for one in sessions)))
    began = f"Began ({'/'.join(zones)})" if zones else "Began"
    heads = layout(
        *("Session", began, "Table", "Rules", "State", "Result"),
        words=("Session", began),
        numbers=("Table",),
    )
    table = Table(heads, [_cells(session) for session in sessions], close=True)
    return Report("Sessions", [Section(table=table, lines=list(_notes(sessions, remarks)))])


def _cells(session: ListedSession) -> list[str]:
    return [
        session.id,
        wording.when(session.started).removesuffix(f" {wording.zone(session.started)}"),
        str(session.table_number),
        session.rules,
        State(session.state),
        " ".join(f"{wording.account(n)} {points}" for n, points in session.totals.items()),
    ]


def _notes(sessions: list[ListedSession], remarks: dict[str, str]) -> Iterator[str]:
    """What is wrong with those that are damaged, and what people should know about others."""
    yield from (f"{one.id} is damaged: {one.fault}" for one in sessions if one.fault)
    yield from (f"{one.id}: {remarks[one.id]}" for one in sessions if one.id in remarks)


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
