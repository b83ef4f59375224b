"""What was decided of damaged copies, for people and for programs."""

from typing import Any

from scorepad import wording
from scorepad.club.decisions.replacing import Replacement
from scorepad.reports.drawing.terminal_table import Table


def as_table(listed: list[Replacement]) -> Table:
    """When it was decided, about which copy, what has become of it, and why."""
    table = Table()
    for head in ("Decided", "Session", "Damaged copy", "Now", "Why"):
        table.add_column(head, overflow="fold")
    for one in listed:
        decision, why = one.decision, wording.visible(one.decision.reason)
        made = wording.local(decision.made)
        table.add_row(made, decision.session, decision.fault, _now(one), why)
    return table


def _now(one: Replacement) -> str:
    if one.done:
        return "set aside"
    return "waits for a good one" if one.decision.allowed else "stays"


def for_programs(listed: list[Replacement]) -> list[dict[str, Any]]:
    """The same, and what the damaged copy was."""
    return [_entry(one) for one in listed]


def _entry(one: Replacement) -> dict[str, Any]:
    decision = one.decision
    return {
        "made": decision.made,
        "session": decision.session,
        "records": decision.records,
        "crc": f"{decision.crc:08x}",
        "fault": decision.fault,
        "allowed": decision.allowed,
        "replaced": one.done,
        "reason": decision.reason or None,
    }
