"""The security log as a list."""

from typing import Any

from scorepad import wording
from scorepad.club.database.schema import SecurityRow
from scorepad.club.security_log import MANY, Kind
from scorepad.language import say
from scorepad.reports.content.report import Report, Section, Table, layout

_LABELS = {kind.code: kind.value for kind in Kind}
_FIELDS = ("made", "kind", "about", "who", "address", "times")


def report(listed: list[SecurityRow]) -> Report:
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


def for_programs(listed: list[SecurityRow]) -> list[dict[str, Any]]:
    """Return the events for JSON; None instead of an empty text."""
    return [{name: getattr(one, name) or None for name in _FIELDS} for one in listed]


def _what(event: SecurityRow) -> str:
    label = say(_LABELS.get(event.kind, wording.visible(event.kind)))
    what = f"{label}: {wording.visible(event.about)}" if event.about else label
    return f"{what} ({event.times}×)" if event.times > 1 else what
