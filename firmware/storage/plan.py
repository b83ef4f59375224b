"""The event that the PC has sent, on flash: who meets whom, round by round, in this section.

The file `event` has records of 54 bytes: 50 of content and their CRC-32. First the header:

    0   4   number of the event, which no other event has
    4   2   its date, days since 2000-01-01
    6   1   the table that this tablet is for
    7   2   first and last board of the event
    9   1   rounds
    10  1   pairs: a record each follows
    11  2   meetings: eight to a record follow then
    13  1   letter of the section, 0 = there is one only
    14  1   scoring: 0 matchpoints, 1 cross-IMPs, 2 Butler, 3 mean of cross-IMPs, 4 trimmed Butler
    15  20  name, UTF-8, filled up with zeros
    35  4   until when it is offered, minutes since 2000-01-01 00:00 UTC; 0 = for ever
    39  1   the round that another tablet has come to here, if this one may take its place, else 0

A pair: its number, a zero, the ids of its two players (4 bytes each), their names (20 bytes each).
A meeting, 6 bytes: round, table, pair N-S, pair E-W (0 = nobody), first and last board.
All little-endian. Nothing of it stays in RAM.
"""

import struct
from collections import namedtuple

from firmware.storage.record import unseal
from firmware.storage.sealed_list import SealedList

CONTENT = 50
SIZE = CONTENT + 4
MOST = 255  # records
TOGETHER = 8  # meetings in a record
_HEADER = "<IHBBBBBHBB20sIB"
_PAIR = "<BBII20s20s"
_MEETING = 6  # bytes

Header = namedtuple(
    "Header",
    (
        "event",
        "date",
        "table",
        "first",
        "last",
        "rounds",
        "pairs",
        "meetings",
        "section",
        "scoring",
        "name",
        "until",
        "reached",
    ),
)
Pair = namedtuple("Pair", ("number", "ids", "names"))
Meeting = namedtuple("Meeting", ("round", "table", "ns", "ew", "first", "last"))


def unpack_header(content: bytes) -> Header:
    """Return the header, of the first record."""
    fields = list(struct.unpack(_HEADER, content[: struct.calcsize(_HEADER)]))
    fields[-3] = _text(fields[-3])
    return Header(*fields)


def unpack_pair(content: bytes) -> Pair:
    """Return a pair; a player who is no member has the id 0."""
    number, _, player_id, partner_id, name, partner = struct.unpack(_PAIR, content)
    return Pair(number, (player_id, partner_id), (_text(name), _text(partner)))


def unpack_meetings(content: bytes, wanted, found: list[Meeting]) -> None:
    """Add the meetings of a record that are `wanted`; a corrupted record has none.

    `wanted`: is asked of the record and of where in it a meeting stands: to make each of hundreds
    would tear the heap.
    """
    for start in range(0, len(content) // _MEETING * _MEETING, _MEETING):
        if content[start] and wanted(content, start):
            found.append(Meeting(*content[start : start + _MEETING]))


def _text(name: bytes) -> str:
    return name.rstrip(b"\0").decode()


class Plan(SealedList):
    """The event's plan in flash. A corrupted name reads as empty, a corrupted meeting as none."""

    file = "event"
    size = SIZE
    most = MOST

    def header(self):  # a Header
        """Return the plan's header, None if there is no event."""
        found = self.record(0)
        return unpack_header(found) if found else None

    def pair(self, number: int) -> Pair | None:
        """Return a pair of this section or None. Usually its number is its place: one read."""
        header = self.header()
        pairs = header.pairs if header else 0
        guess = 1 + number - ord(self.record(1)[:1] or b"\1")
        for place in range(pairs + 1):
            found = self.record(place or max(1, min(guess, pairs)))
            if pairs and found[:1] == bytes([number]):
                return unpack_pair(found)
        return None

    def pairs(self) -> list[int]:
        """Return the numbers of the pairs of this section."""
        header = self.header()
        found = [self.record(1 + place)[:1] for place in range(header.pairs if header else 0)]
        return [ord(number) for number in found if number]

    def which(self, wanted) -> list[Meeting]:
        """Return the meetings that are `wanted` (`unpack_meetings`), by round and table."""
        header = self.header()
        found: list[Meeting] = []
        if not header:
            return []
        try:
            with self._files().open(self.file, "rb") as file:
                file.seek((header.pairs + 1) * SIZE)
                part = file.read(SIZE)
                while part:
                    unpack_meetings(unseal(part), wanted, found)
                    part = file.read(SIZE)
        except OSError:
            pass
        return found
