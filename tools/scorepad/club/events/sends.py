"""Which tablets have which event, as they were last heard."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import LEFT_OUT, kept, replay
from scorepad.club.events.event import Event

MOST = 40  # times that a tablet says something new of an event; no tablet needs 10

_SENT = "FROM event_sends WHERE event = :event AND tablet = :tablet"
_LAST = """\
SELECT id FROM sessions WHERE event = :event AND tablet = :tablet AND table_number = :table
AND state != :left_out ORDER BY number DESC LIMIT 1
"""


class Sent(NamedTuple):
    """A tablet (its id, hexadecimal) has an event as that of a table.

    `crc`: of its records, 0 if the table has another tablet, whose place it would take.
    """

    tablet: str
    table: int
    crc: int
    made: datetime | None = None


def keep(rows: Rows, event: int, sent: Sent, again: bool = False) -> None:
    """The tablet has this event now, 0: none. It is said once as long as nothing changes.

    `again`: it may go on there though it had ended.
    """
    said = {"event": event, "table_number": sent.table, "crc": sent.crc}
    last = _find_last(rows, [sent.tablet]).get(sent.tablet)
    same = last is not None and {name: getattr(last, name) for name in said} == said
    its = event and sent.crc
    number = rows.value(f"SELECT count(*) {_SENT}", event=event, tablet=sent.tablet)
    if event and not again and number >= MOST:
        return
    if again or not same or (its and of_event(rows, event)[sent.table].tablet != sent.tablet):
        row = {"made": datetime.now(UTC), "tablet": sent.tablet, **said}
        rows.insert("event_sends", [row])


def of_event(rows: Rows, event: int) -> dict[int, Sent]:
    """Return what each table's tablet has; of several tablets the last that was heard."""
    mine = rows.all("SELECT DISTINCT tablet FROM event_sends WHERE event = :event", event=event)
    last = _find_last(rows, [row.tablet for row in mine]).values()
    return {
        row.table_number: Sent(
            row.tablet, row.table_number, row.crc, datetime.fromisoformat(row.made)
        )
        for row in sorted(last, key=lambda row: row.id)
        if row.event == event and row.crc
    }


def is_over(rows: Rows, event: Event, sent: Sent) -> bool:
    """Return True if the tablet is known to have played the event to its end at this table.

    It may have been begun anew there: of the sessions that are not left out the last one says.
    It may also have been sent since that one has come in, to go on there.
    """
    here = {"event": event.number, "tablet": sent.tablet, "table": sent.table}
    last = rows.value(_LAST, **here, left_out=LEFT_OUT)
    if last is None or not replay(last, kept(rows, last)).session.complete:
        return False  # also if another tablet has taken over there
    came = "(SELECT max(taken) FROM imports WHERE session = :last)"
    since = f"SELECT id {_SENT} AND made > {came} LIMIT 1"
    return rows.value(since, event=event.id, tablet=sent.tablet, last=last) is None


def _find_last(rows: Rows, tablets: Iterable[str]) -> dict[str, Any]:
    columns = "id, made, event, tablet, table_number, crc"
    theirs = f"SELECT {columns} FROM event_sends WHERE tablet IN :tablets ORDER BY id"
    return {row.tablet: row for row in rows.all(theirs, tablets=[*tablets])}
