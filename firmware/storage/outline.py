"""What the records of a session say without the rules of its game: enough for a list."""

from firmware.session import DEAL, END, START
from firmware.storage.fetched import is_fetched, summed
from firmware.storage.store import StoreDamaged

DAMAGED = "d"


def outline(store, number: int) -> tuple[int, int, int, str, int]:
    """Rule set (its number), deals, records, state, and the checksum of all records.

    State: o open, c complete, f complete and fetched by the PC, d damaged. Raises OSError.
    """
    rules, deals, records, state = 0, 0, 0, "o"
    try:
        for kind, place, count, _ in store.events(number):
            records += 1
            if kind == START:
                rules = place
            elif kind == DEAL:
                deals = count
            elif kind == END:
                state = "c"
    except StoreDamaged:
        records, crc = summed(store, number)
        return rules, deals, records, DAMAGED, crc
    crc = store.summed[1]
    if state == "c" and is_fetched(store, number, crc):
        state = "f"
    return rules, deals, records, state, crc
