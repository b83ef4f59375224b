"""The tablets of which the club has something, as a list."""

from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.forgetting import KnownTablet
from scorepad.language import say
from scorepad.reports.content.report import NUMBER, TEXT, Column, Report, Section, Table


def report(listed: list[KnownTablet]) -> Report:
    """All of them, by their ids."""
    words, numbers = [say("Tablet"), say("Kind")], [say("Table"), say("Sessions"), say("Deals")]
    heads = [*(Column(one, TEXT) for one in words), *(Column(one, NUMBER) for one in numbers)]
    heads.append(Column(say("Evening"), TEXT))
    rows = [
        [
            *(one.id, say("in a browser") if one.phone else say("with a cable")),
            *(str(one.table or ""), str(one.sessions), str(one.deals)),
            wording.dated(one.last) if one.last else "",
        ]
        for one in listed
    ]
    return Report(say("Tablets"), [Section(table=Table(heads, rows))])


def for_programs(listed: list[KnownTablet]) -> list[dict[str, Any]]:
    """The same; `last`: None where no clock was set."""
    return [{**asdict(one), "last": one.last or None} for one in listed]
