"""The security log as a list."""

from typing import Any

from scorepad import wording
from scorepad.club.security_log import MANY, Event, Kind
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout

_LABELS = {kind.code: kind.value for kind in Kind}


def report(listed: list[Event]) -> Report:
    heads = layout(text("When"), text("What"), text("Who"), text("From"))
    places = {"": text("command line"), MANY.address: text("many addresses")}
    rows = [
        [
            wording.local(event.made),
            _what(event),
            wording.visible(event.who),
            places.get(event.address) or wording.visible(event.address),
        ]
        for event in listed
    ]
    return Report(text("Security log"), [Section(table=Table(heads, rows))])


def for_programs(listed: list[Event]) -> list[dict[str, Any]]:
    """Return the events for JSON; None instead of an empty text."""
    return [{name: value or None for name, value in event._asdict().items()} for event in listed]


def _what(event: Event) -> str:
    label = text(_LABELS.get(event.kind, wording.visible(event.kind)))
    what = label + f": {wording.visible(event.about)}" if event.about else label
    return what + f" ({event.times}×)" if event.times > 1 else what
