"""The club's house rules as a list, by name."""

from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.house import HouseRules, in_words
from scorepad.reports.content.report import Report, Section, Table, layout

_HEADS = ("House rules", "Rule set", "Options", "Accept")


def report(listed: list[HouseRules]) -> Report:
    """All of them; beneath those that no tablet gets, and why."""
    faults = [f"{one.name} cannot be sent: {one.fault}" for one in listed if one.fault]
    rows = [list(map(wording.visible, _cells(rules))) for rules in listed]
    table = Table(layout(*_HEADS), rows)
    return Report("House rules", [Section(table=table, lines=list(map(wording.visible, faults)))])


def _cells(rules: HouseRules) -> list[str]:
    return [rules.name, rules.rules, in_words(rules.options), "on" if rules.accept else "off"]


def for_programs(listed: list[HouseRules]) -> list[dict[str, Any]]:
    """The same; `fault`: None where there is none."""
    return [{**asdict(rules), "fault": rules.fault or None} for rules in listed]
