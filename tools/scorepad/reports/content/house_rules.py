"""The club's house rules as a list, by name."""

from dataclasses import asdict
from typing import Any

from rich.text import Text

from scorepad import wording
from scorepad.club.house import HouseRules, in_words
from scorepad.reports.drawing.terminal_table import Table

_HEADS = ("House rules", "Rule set", "Options", "Accept")


def as_table(listed: list[HouseRules]) -> Table:
    """For people."""
    table = Table()
    for head in _HEADS:
        table.add_column(head, overflow="fold")
    for rules in listed:
        options, accept = in_words(rules.options), "on" if rules.accept else "off"
        cells = (rules.name, rules.rules, options, accept)
        table.add_row(*(Text(wording.visible(cell)) for cell in cells))
    return table


def faults(listed: list[HouseRules]) -> list[Text]:
    """Those that no tablet gets, and why, a line each."""
    bad = [rules for rules in listed if rules.fault]
    return [Text(wording.visible(f"{rules.name} cannot be sent: {rules.fault}")) for rules in bad]


def for_programs(listed: list[HouseRules]) -> list[dict[str, Any]]:
    """The same; `fault`: None where there is none."""
    return [{**asdict(rules), "fault": rules.fault or None} for rules in listed]
