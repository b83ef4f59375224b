"""A roster received over the link, player by player."""

import struct

from firmware.link.incoming import BadIncoming, Incoming, check_name
from firmware.storage.record import seal
from firmware.storage.roster import RECORD, Roster


def pack(number: int, name: bytes) -> bytes:
    """Return the record of a player. Raise BadIncoming."""
    if not 0 < number < 1 << 32:
        raise BadIncoming(f"player {number}: an id is 1 to 4294967295")
    try:
        check_name(name)
    except BadIncoming as wrong:
        raise BadIncoming(f"player {number}: {wrong}") from wrong
    return seal(struct.pack(RECORD, number, name))


def incoming(store) -> Incoming:
    return Incoming(store, Roster, "player", pack)
