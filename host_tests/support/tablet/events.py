"""An event for a tablet in a test, packed as docs/link.md says and given to it without a PC."""

import struct

from firmware.storage.record import checksum, seal
from scorepad.movement.model import Movement
from scorepad.simulator.tablet import Tablet
from support.tablet.house_rules import asked

CONTENT = 50  # bytes
_SURPRISE_MS = 600  # in which no key acts on a screen that has changed by itself
EVENT = 70001  # its number in the club


def name_of(pair: int, player: int) -> str:
    """A player of these tests, 0 or 1 of his pair."""
    return f"{'AB'[player]}. Player of {pair}"


def entries(movement: Movement, table: int, event: int = EVENT, until: int = 0) -> list[bytes]:
    """The contents of all records for the tablet of a table; `until`: when it is offered."""
    boards = [board for boards in movement.board_sets for board in boards]
    header = struct.pack(
        "<IHBBBBBHBB20sI",
        *(event, 9824, table, min(boards), max(boards), movement.rounds),
        *(len(movement.pairs), len(movement.schedule), 0, 0, b"Tuesday", until),
    )
    pairs = [
        struct.pack(
            "<BBII20s20s", n, 0, 2 * n, 2 * n + 1, *(name_of(n, who).encode() for who in (0, 1))
        )
        for n in movement.pairs
    ]
    meetings = [
        bytes([one.round, one.table, one.ns, one.ew, one.boards[0], one.boards[-1]])
        for one in sorted(movement.schedule, key=lambda one: (one.round, one.table))
    ]
    together = [b"".join(meetings[at : at + 8]) for at in range(0, len(meetings), 8)]
    return [part.ljust(CONTENT, b"\0") for part in (header, *pairs, *together)]


def send(tablet: Tablet, contents: list[bytes], table: int = 0) -> str:
    """The tablet's last answer; it is at `table`, or at that which the event is for."""
    if contents:
        assert asked(tablet, f"table {table or contents[0][6]}") == "ok"
    for place, content in enumerate(contents):
        answer = asked(tablet, f"entry {place} {content.hex()}")
        if answer != "ok":
            return answer
    answer = asked(tablet, f"event {len(contents)} {checked(contents):08x}")
    tablet.wait(_SURPRISE_MS)
    return answer


def checked(contents: list[bytes]) -> int:
    """The CRC that the tablet is told in the end."""
    return checksum(b"".join(map(seal, contents)), size=CONTENT + 4)
