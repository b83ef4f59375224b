"""Sends an event of duplicate to a tablet, which then knows who sits there in each round."""

from dataclasses import dataclass, field
from datetime import date

from scorepad.club.events.event import Event
from scorepad.club.records.evenings import span, today
from scorepad.tablet.cable import Cable
from scorepad.tablet.event_records import BODY, SIZE, records
from scorepad.tablet.listed import crc_of, finish, send, understood

SENT, HAD, NO_TABLE, TAKEN_AWAY, OVER = "sent", "had", "no-table", "taken-away", "over"


@dataclass(frozen=True)
class EventGiven:
    """What tablets are given; `take_away`: one that has no table in it has none afterwards.

    `again`: so does one that has played it to its end. `on`: the evening on which they are given
    it. `takers`: by table the tablet that is given its part now.
    """

    event: Event | None
    take_away: bool = False
    again: bool = False
    on: date = field(default_factory=today)
    takers: dict[int, str] = field(default_factory=dict)

    def records(self, table: int, phone: bool = False) -> list[bytes]:
        """What the tablet of a table gets; nothing if it has no part. Raises UserError."""
        if self.event is None or table not in self.event.section_of:
            return []
        _, until = span(max(self.event.date, self.on))
        return records(self.event, table, until, phone)

    def crc(self, table: int, phone: bool = False) -> int:
        """The checksum of these, by which tablet and club know them."""
        return crc_of(self.records(table, phone), SIZE)


def given_event(event: Event | None, take_away: bool, again: bool = False) -> EventGiven | None:
    """None if there is nothing to do. Raises UserError for an event that no tablet takes."""
    given = EventGiven(event, take_away, again)
    for table in event.section_of if event else ():
        given.records(table)
    return given if event or take_away else None


def send_event(
    cable: Cable, given: EventGiven, table: int, phone: bool = False
) -> tuple[str, int]:
    """SENT, HAD it already, NO_TABLE or TAKEN_AWAY; and the CRC-32 of what it has now, 0 = none.

    The tablet keeps what it has until all has come in. Raises Refused, TooOld; UserError, before
    anything is sent, for an event that no tablet takes.
    """
    listed = given.records(table, phone)
    with understood("events"):
        if listed:
            entries = (f"entry {place} {_said(one)}" for place, one in enumerate(listed))
            sent = send(cable, "event", entries, listed, SIZE)
            return SENT if sent else HAD, given.crc(table, phone)
        if not given.take_away:
            return NO_TABLE, 0
        finish(cable, "event", [], SIZE)
        return TAKEN_AWAY, 0


def _said(record: bytes) -> str:
    """Its bytes without the zeros at the end, one at least."""
    return (record[:BODY].rstrip(b"\0") or b"\0").hex()
