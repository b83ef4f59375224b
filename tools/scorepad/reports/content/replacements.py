"""What was decided of damaged copies."""

from typing import Any

from scorepad import wording
from scorepad.club.decisions.replacing import Replacement
from scorepad.language import say
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Replacement]) -> Report:
    """When it was decided, about which copy, what has become of it, and why."""
    heads = layout(say("Decided"), say("Session"), say("Damaged copy"), say("Now"), say("Why"))
    return Report(say("Damaged copies"), [Section(table=Table(heads, _rows(listed)))])


def _rows(listed: list[Replacement]) -> list[list[str]]:
    decisions = [(one.decision, _now(one)) for one in listed]
    return [
        [wording.local(it.made), it.session, it.fault, now, wording.visible(it.reason)]
        for it, now in decisions
    ]


def _now(one: Replacement) -> str:
    if one.done:
        return say("set aside")
    return say("waits for a good one") if one.decision.allowed else say("stays")


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
