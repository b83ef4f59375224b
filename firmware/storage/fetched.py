"""What the PC has of a session: a mark beside its records, with their checksum."""

import struct

from firmware.storage import record
from firmware.storage.store import mark_name


def summed(store, number: int) -> tuple[int, int]:
    """How many records a session has, and the checksum of them all (record.py)."""
    size = crc = 0
    for page in store.pages(number):
        size += len(page)
        crc = record.checksum(page, crc)
    return size // record.SIZE, crc


def is_marked(store, number: int) -> bool:
    """Whether the PC has confirmed records of a session, be they those that it has now."""
    return store.holds(mark_name(number))


def is_fetched(store, number: int, crc: int) -> bool:
    """Whether the PC has confirmed the records with this checksum."""
    return store.read(mark_name(number)) == struct.pack("<I", crc)


def mark(store, number: int, crc: int) -> None:
    """The PC has these records safe. Raises ValueError if the session has others by now."""
    if store.summed != (number, crc) and summed(store, number)[1] != crc:
        raise ValueError("the session has changed")
    if not is_fetched(store, number, crc):
        store.write(mark_name(number), struct.pack("<I", crc))
        store.passed = 0
