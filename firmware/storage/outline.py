"""Outlines of sessions on flash, without the rules of the game: enough for a list.

What the PC has of it says a mark beside its records, with their checksum.
"""

import struct

from firmware.session import DEAL, END, ROUND, START
from firmware.storage import record
from firmware.storage.store import StoreDamaged, mark_name

DAMAGED = "d"


def outline(store, number: int) -> tuple[int, int, int, str, int]:
    """Return the rule set's number, deals, records, state, and the checksum of all records.

    State: o open, c complete, f complete and fetched by the PC, d damaged. Raise OSError.
    """
    rules, deals, records, state = 0, 0, 0, "o"
    try:
        for kind, place, count, _ in store.events(number):
            records += 1
            if kind == START:
                rules = place
            elif kind == DEAL:
                deals = count
            elif kind in (END, ROUND):
                state = "c" if kind == END else "o"
    except StoreDamaged:
        records, crc = summed(store, number)
        return rules, deals, records, DAMAGED, crc
    crc = store.summed[1]
    if state == "c" and is_fetched(store, number, crc):
        state = "f"
    return rules, deals, records, state, crc


def summed(store, number: int) -> tuple[int, int]:
    """Return how many records a session has, and the checksum of them all (record.py)."""
    size = crc = 0
    for page in store.pages(number):
        size += len(page)
        crc = record.checksum(page, crc)
    return size // record.SIZE, crc


def is_marked(store, number: int) -> bool:
    """Return True if the PC has confirmed records of a session, even if more came later."""
    return store.has_file(mark_name(number))


def is_fetched(store, number: int, crc: int) -> bool:
    """Return True if the PC has confirmed the records with this checksum."""
    return store.read(mark_name(number)) == struct.pack("<I", crc)


def mark(store, number: int, crc: int) -> None:
    """Note that the PC has these records. Raise ValueError if the session has others by now."""
    if store.summed != (number, crc) and summed(store, number)[1] != crc:
        raise ValueError("the session has changed")
    if not is_fetched(store, number, crc):
        store.write(mark_name(number), struct.pack("<I", crc))
        store.passed = 0
