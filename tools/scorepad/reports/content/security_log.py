"""The security log as a list."""

from typing import Any

from scorepad import wording
from scorepad.club.security_log import MANY, Event, Kind
from scorepad.language import say
from scorepad.reports.content.report import Report, Section, Table, layout

_LABELS = {kind.code: kind.value for kind in Kind}


def report(listed: list[Event]) -> Report:
    heads = layout(say("When"), say("What"), say("Who"), say("From"))
    places = {"": say("command line"), MANY.address: say("many addresses")}
    rows = [
        [
            wording.local(event.made),
            _what(event),
            wording.visible(event.who),
            places.get(event.address) or wording.visible(event.address),
        ]
        for event in listed
    ]
    return Report(say("Security log"), [Section(table=Table(heads, rows))])


def for_programs(listed: list[Event]) -> list[dict[str, Any]]:
    """Return the events for JSON; None instead of an empty text."""
    return [{name: value or None for name, value in one._asdict().items()} for one in listed]


def _what(event: Event) -> str:
    label = say(_LABELS.get(event.kind, wording.visible(event.kind)))
    what = f"{label}: {wording.visible(event.about)}" if event.about else label
    return f"{what} ({event.times}×)" if event.times > 1 else what
