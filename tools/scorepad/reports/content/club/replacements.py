"""What was decided of damaged copies."""

from typing import Any

from scorepad import wording
from scorepad.club.sessions.kinds import ReplaceCopy
from scorepad.club.sessions.replacing import Replacement
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Replacement]) -> Report:
    """Return the replacements: time, session, outcome and reason of each."""
    heads = layout(
        text("Decided"), text("Session"), text("Damaged copy"), text("Now"), text("Why")
    )
    rows = [
        [
            wording.local(entry.made),
            copy.session,
            wording.visible(copy.fault),
            _now(copy, done),
            wording.visible(entry.reason),
        ]
        for entry, copy, done in listed
    ]
    return Report(text("Damaged copies"), [Section(table=Table(heads, rows))])


def _now(decision: ReplaceCopy, done: bool) -> str:
    if done:
        return text("set aside")
    return text("waits for a good one") if decision.allowed else text("stays")


def for_programs(listed: list[Replacement]) -> list[dict[str, Any]]:
    """Return the replacements for JSON, with the state of the damaged copy."""
    return [
        {
            "made": entry.made,
            "session": decision.session,
            "records": decision.records,
            "crc": f"{decision.crc:08x}",
            "fault": decision.fault,
            "allowed": decision.allowed,
            "replaced": done,
            "reason": entry.reason or None,
        }
        for entry, decision, done in listed
    ]
