"""House rules received over the link, one after the other."""

import struct

from firmware import loading
from firmware.link.incoming import BadIncoming, Incoming, check_name
from firmware.storage.house import CHOSEN, DEFAULT, RECORD, House, rules_session
from firmware.storage.record import seal


def pack(number: int, chosen: bytes, name: bytes) -> bytes:
    """Return the record of house rules, unchecked by their rule set. Raise BadIncoming."""
    if not 0 <= number < 256:
        raise BadIncoming(f"rule set number {number}: it is one byte")
    if not 1 <= len(chosen) <= CHOSEN:
        raise BadIncoming(f"what is chosen has 1 to {CHOSEN} bytes, not {len(chosen)}")
    check_name(name)
    filled = chosen + bytes([DEFAULT]) * (CHOSEN - len(chosen))
    return seal(struct.pack(RECORD, number, filled, name))


def checked(number: int, chosen: bytes, name: bytes) -> bytes:
    """Return the record if this firmware can score its rules. Raise BadIncoming or BadEvent.

    The code of the rule set goes again.
    """
    record = pack(number, chosen, name)
    loading.run_and_unload("firmware.scoring", rules_session, number, chosen)
    return record


def incoming(store) -> Incoming:
    return Incoming(store, House, "rule", checked)
