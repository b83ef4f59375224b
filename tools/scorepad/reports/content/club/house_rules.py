"""The club's house rules as a list, by name."""

from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.house import HouseRules, describe_options
from scorepad.language import text, text_as
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[HouseRules]) -> Report:
    """Return all house rules, and below them those that no tablet gets, with the reason."""
    faults = [
        text("{name} cannot be sent: {fault}", name=rules.name, fault=rules.fault)
        for rules in listed
        if rules.fault
    ]
    rows = [list(map(wording.visible, _cells(rules))) for rules in listed]
    heads = layout(text("House rules"), text("Rule set"), text("Options"), text("Accept"))
    table = Table(heads, rows)
    lines = list(map(wording.visible, faults))
    return Report(text("House rules"), [Section(table=table, lines=lines)])


def _cells(rules: HouseRules) -> list[str]:
    accept = text_as("option", "on" if rules.accept else "off")
    return [rules.name, wording.rules(rules.rules), describe_options(rules.options), accept]


def for_programs(listed: list[HouseRules]) -> list[dict[str, Any]]:
    return [{**asdict(rules), "fault": rules.fault or None} for rules in listed]
