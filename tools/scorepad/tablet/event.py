"""Sends an event of duplicate to a tablet, which then knows who sits there in each round."""

import struct
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain

from firmware.storage.record import seal
from firmware.storage.sealed_list import LONGEST_NAME
from scorepad.club.evenings import Evenings
from scorepad.club.events.event import Event, EventPair
from scorepad.club.events.history import SCORINGS
from scorepad.club.events.taking_over import FIRST, Reached
from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.movement.model import Meeting
from scorepad.tablet.cable import Cable
from scorepad.tablet.listed import crc_of, finish_list, require_requests, send_list
from scorepad.tablet.tablet_names import shorten_name

_TOO_OLD = text(
    "its firmware is too old for events; {remedy} brings a newer one", remedy=remedy("deploy")
)
SENT, HAD, NO_TABLE, TAKEN_AWAY, OVER = "sent", "had", "no-table", "taken-away", "over"
ASKS = "asks"  # whether it takes another tablet's place
BODY = 50  # bytes of a record without its CRC-32
SIZE = BODY + 4
MOST = 255  # records
A_RECORD = 8  # meetings
_HEAD = f"<IHBBBBBHBB{LONGEST_NAME}sIB"
_PAIR = f"<BBII{LONGEST_NAME}s{LONGEST_NAME}s"
_EPOCH = date(2000, 1, 1)


@dataclass(frozen=True)
class EventDelivery:
    """The event that tablets get; `take_away`: remove it from those without a table in it.

    `again`: also send it to a tablet that has played it to its end. `on`: the evening on which it
    is sent, by default today. `takers`: by table the tablet that gets its part now.
    """

    event: Event | None
    take_away: bool = False
    again: bool = False
    on: date | None = None
    takers: dict[int, str] = field(default_factory=dict)
    evenings: Evenings = field(default_factory=Evenings)

    def records(self, table: int, phone: bool = False, reached: Reached = FIRST) -> list[bytes]:
        """Return the records for the tablet of a table, [] if it has no part.

        Raise UserError.
        """
        if self.event is None or table not in self.event.section_of:
            return []
        on = self.on or self.evenings.today()
        _, until = self.evenings.span(max(self.event.date, on))
        return records(self.event, table, until, phone, reached)

    def crc(self, table: int, phone: bool = False) -> int:
        """Return the checksum of these records, by which tablet and club identify them."""
        return crc_of(self.records(table, phone), SIZE)


def prepare_event(
    event: Event | None, take_away: bool, evenings: Evenings, again: bool = False
) -> EventDelivery | None:
    """Return the event for tablets, None without one. Raise UserError if none takes it."""
    given = EventDelivery(event, take_away, again, evenings=evenings)
    for table in event.section_of if event else ():
        given.records(table)
    return given if event or take_away else None


def send_event(
    cable: Cable, given: EventDelivery, table: int, phone: bool = False, reached: Reached = FIRST
) -> tuple[str, int]:
    """Send an event to a tablet; return the outcome, and the CRC-32 of its event, 0 = none.

    The outcome is SENT, HAD, NO_TABLE or TAKEN_AWAY; ASKS and 0 if the table has `reached` a round
    with another tablet. The tablet keeps its event until all has arrived. Raise Refused, TooOld;
    UserError, before anything is sent, for an event that no tablet takes.
    """
    listed = given.records(table, phone, reached)
    with require_requests(_TOO_OLD):
        if listed:
            entries = (f"entry {place} {_encode(record)}" for place, record in enumerate(listed))
            sent = send_list(cable, "event", entries, listed, SIZE)
            if reached.round:
                return ASKS, 0
            return SENT if sent else HAD, given.crc(table, phone)
        if not given.take_away:
            return NO_TABLE, 0
        finish_list(cable, "event", [], SIZE)
        return TAKEN_AWAY, 0


def _encode(record: bytes) -> str:
    """Return a record in hexadecimal without the zeros at its end, at least one byte."""
    return (record[:BODY].rstrip(b"\0") or b"\0").hex()


def records(
    event: Event, table: int, until: int = 0, phone: bool = False, reached: Reached = FIRST
) -> list[bytes]:
    """Return the records for the tablet of a table of the event. Raise UserError.

    First the head, then the pairs of the section, then its meetings by round and table; a missing
    pair is 0 in its meetings (docs/link.md, An event; firmware/storage/plan.py). `until`: how long
    it is offered, as a tablet's time; 0 = for ever. `phone`: whether it is one. `reached`: where
    it continues.
    """
    section = event.section_of[table]
    movement = event.sections[section]
    meetings = [_shorten(meeting, reached, table) for meeting in event.plan(section)]
    bodies = [
        _head(event, table, len(meetings), until, phone, reached.round),
        *(_pair(event.pairs[number], event.rounds, phone) for number in movement.pairs),
        *(
            b"".join(map(_meeting, meetings[first : first + A_RECORD]))
            for first in range(0, len(meetings), A_RECORD)
        ),
    ]
    if len(bodies) > MOST:
        about = {"event": event.title, "number": len(bodies), "most": MOST}
        many = text(
            "{event}: {number} records are too many for a tablet, which has room for {most}; "
            "make more sections, of fewer tables",
            **about,
        )
        raise UserError(many)
    return [seal(body.ljust(BODY, b"\0")) for body in bodies]


def _shorten(meeting: Meeting, reached: Reached, table: int) -> Meeting:
    """Return a meeting from the first to the last of its remaining boards."""
    here = (meeting.round, meeting.table) == (reached.round, table)
    left = [at for at, board in enumerate(meeting.boards) if board in reached.boards]
    if not (here and left):
        return meeting
    return replace(meeting, boards=meeting.boards[left[0] : left[-1] + 1])


def _head(event: Event, table: int, meetings: int, until: int, phone: bool, reached: int) -> bytes:
    section = event.section_of[table]
    sets = chain.from_iterable(movement.board_sets for movement in event.sections)
    boards = sorted(chain.from_iterable(sets))
    return struct.pack(
        _HEAD,
        event.number,
        (event.date - _EPOCH).days,
        table,
        boards[0],
        boards[-1],
        event.rounds,
        len(event.sections[section].pairs),
        meetings,
        ord(event.letter(section) or "\0"),
        SCORINGS.index(event.scoring),
        shorten_name(event.name, event.id, phone=phone).encode(),
        until,
        reached,
    )


def _pair(pair: EventPair, last: int, phone: bool) -> bytes:
    """Return a pair with its players of the last round; a tablet takes no empty name."""
    players = pair.players(last)
    ids = [player.id for player in players]
    names = (shorten_name(p.called, p.id or pair.number, phone=phone).encode() for p in players)
    return struct.pack(_PAIR, pair.number, 0, *ids, *names)


def _meeting(meeting: Meeting) -> bytes:
    """Return a meeting as bytes. Raise UserError if its boards are not consecutive."""
    first, last = meeting.boards[0], meeting.boards[-1]
    if meeting.boards != tuple(range(first, last + 1)):
        listed = ", ".join(map(str, meeting.boards))
        about = {"round": meeting.round, "table": meeting.table, "boards": listed}
        apart = text(
            "round {round}, table {table}: boards {boards} do not follow one another, as they "
            "must for a tablet",
            **about,
        )
        raise UserError(apart)
    return bytes((meeting.round, meeting.table, meeting.ns, meeting.ew, first, last))
