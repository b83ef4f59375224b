"""What the club has, one line a session."""

import json
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from scorepad.club import wording
from scorepad.club.schema import SessionRow

_STYLES = {"damaged": "bold red", "open": "yellow", "complete": ""}


def as_table(sessions: list[SessionRow]) -> Table:
    """For people: a line of 80 characters has no room for a zone that the head can say."""
    zones = dict.fromkeys(filter(None, (wording.zone(one.started) for one in sessions)))
    began = f"Began ({'/'.join(zones)})" if zones else "Began"
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False, padding=0)
    for head in ("Session", began, "Table", "Rules", "State", "Result"):
        table.add_column(head, justify="right" if head == "Table" else "left", overflow="fold")
    for session in sessions:
        table.add_row(
            session.id,
            wording.when(session.started).removesuffix(f" {wording.zone(session.started)}"),
            str(session.table_number),
            session.rules,
            Text(session.state, _STYLES[session.state]),
            " ".join(f"{wording.account(r.account)} {r.points}" for r in session.results),
        )
    return table


def faults(sessions: list[SessionRow]) -> list[Text]:
    """What is wrong with those that are damaged, a line each."""
    damaged = [session for session in sessions if session.fault]
    return [Text(f"{session.id} is damaged: {session.fault}") for session in damaged]


def notes(sessions: list[SessionRow], remarks: dict[str, str]) -> list[Text]:
    """What people should know about others, a line each; `remarks`: by session."""
    noted = [session.id for session in sessions if session.id in remarks]
    return [Text(f"{session}: {remarks[session]}") for session in noted]


def as_json(sessions: list[SessionRow], remarks: dict[str, str]) -> str:
    """For programs."""
    listed = [_entry(session, remarks.get(session.id)) for session in sessions]
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"


def _entry(session: SessionRow, note: str | None) -> dict[str, Any]:
    return {
        "id": session.id,
        "tablet": session.tablet,
        "table": session.table_number,
        "rules": session.rules,
        "state": session.state,
        "started": wording.timestamp(session.started),
        "records": session.records,
        "deals": session.played,
        "totals": {result.account: result.points for result in session.results},
        "fault": session.fault or None,
        "note": note,
    }
