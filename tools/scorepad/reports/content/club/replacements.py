"""What was decided of damaged copies."""

from typing import Any

from scorepad import wording
from scorepad.club.database.schema import ReplacementRow
from scorepad.club.decisions.replacing import Replacement
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Replacement]) -> Report:
    """When it was decided, about which copy, what has become of it, and why."""
    heads = layout(
        text("Decided"), text("Session"), text("Damaged copy"), text("Now"), text("Why")
    )
    rows = [
        [wording.local(it.made), it.session, it.fault, _now(it, done), wording.visible(it.reason)]
        for it, done in listed
    ]
    return Report(text("Damaged copies"), [Section(table=Table(heads, rows))])


def _now(decision: ReplacementRow, done: bool) -> str:
    if done:
        return text("set aside")
    return text("waits for a good one") if decision.allowed else text("stays")


def for_programs(listed: list[Replacement]) -> list[dict[str, Any]]:
    """The same, and what the damaged copy was."""
    return [
        {
            "made": decision.made,
            "session": decision.session,
            "records": decision.records,
            "crc": f"{decision.crc:08x}",
            "fault": decision.fault,
            "allowed": decision.allowed,
            "replaced": done,
            "reason": decision.reason or None,
        }
        for decision, done in listed
    ]
