"""An event as a tablet has it: records of 50 bytes and a CRC-32, for one table of one section.

First the head, then the pairs of the section, then its meetings by round and table. A pair that
is not there is 0 in its meetings.
"""

import struct
from datetime import date
from itertools import chain

from firmware.storage.record import sealed
from firmware.storage.sealed_list import LONGEST_NAME
from scorepad.club.events.event import SCORINGS, Event, EventPair
from scorepad.errors import UserError
from scorepad.movement.model import Meeting
from scorepad.tablet.tablet_names import short

BODY = 50  # bytes of a record without its CRC-32
SIZE = BODY + 4
MOST = 255  # records
A_RECORD = 8  # meetings
_HEAD = f"<IHBBBBBHBB{LONGEST_NAME}sI"
_PAIR = f"<BBII{LONGEST_NAME}s{LONGEST_NAME}s"
_EPOCH = date(2000, 1, 1)


def records(event: Event, table: int, until: int = 0, phone: bool = False) -> list[bytes]:
    """What the tablet of a table that the event has is given. Raises UserError if it cannot be.

    `until`: when it is offered, as a tablet's time; 0 = for ever. `phone`: whether it is one.
    """
    section = event.section_of[table]
    movement = event.sections[section]
    meetings = list(event.plan(section))
    bodies = [
        _head(event, table, len(meetings), until, phone),
        *(_pair(event.pairs[number], event.rounds, phone) for number in movement.pairs),
        *(
            b"".join(map(_meeting, meetings[first : first + A_RECORD]))
            for first in range(0, len(meetings), A_RECORD)
        ),
    ]
    if len(bodies) > MOST:
        raise UserError(
            f"{event.title}: {len(bodies)} records are too many for a tablet, which has room for "
            f"{MOST}; make more sections, of fewer tables"
        )
    return [sealed(body.ljust(BODY, b"\0")) for body in bodies]


def _head(event: Event, table: int, meetings: int, until: int, phone: bool) -> bytes:
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
        short(event.name, event.id, phone=phone).encode(),
        until,
    )


def _pair(pair: EventPair, last: int, phone: bool) -> bytes:
    """With those who play in the last round; a tablet takes no name that is empty."""
    players = pair.players(last)
    names = (short(one.called, one.id or pair.number, phone=phone).encode() for one in players)
    return struct.pack(_PAIR, pair.number, 0, *(one.id for one in players), *names)


def _meeting(one: Meeting) -> bytes:
    """Raises UserError for boards that do not follow one another."""
    first, last = one.boards[0], one.boards[-1]
    if one.boards != tuple(range(first, last + 1)):
        listed = ", ".join(map(str, one.boards))
        raise UserError(
            f"round {one.round}, table {one.table}: boards {listed} do not follow one another, "
            "as they must for a tablet"
        )
    return bytes((one.round, one.table, one.ns, one.ew, first, last))
