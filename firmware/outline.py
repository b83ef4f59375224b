"""What the records of a session say without the rules of its game: enough for a list.

They are read once, and no rule set's code is loaded.
"""

from firmware import record
from firmware.session import DEAL, END, START
from firmware.store import StoreDamaged

DAMAGED = "d"


class _Read:
    """The pages of a session as they go by. `size`: bytes until now; `crc`: their checksum."""

    def __init__(self, pages):
        self.size = self.crc = 0
        self._pages = pages

    def __iter__(self):
        for page in self._pages:
            self.size += len(page)
            self.crc = record.checksum(page, self.crc)
            yield page


def outline(store, number: int) -> tuple[int, int, int, str, int]:
    """Rule set (its number), deals, records, state, and the checksum of all records.

    State: o open, c complete, f complete and fetched by the PC, d damaged. Raises OSError.
    """
    rules, deals, state = 0, 0, "o"
    pages = _Read(iter(store.pages(number)))
    try:
        for kind, place, count, _ in store.events(number, pages):
            if kind == START:
                rules = place
            elif kind == DEAL:
                deals = count
            elif kind == END:
                state = "c"
    except StoreDamaged:
        state = DAMAGED
        for _ in pages:  # the checksum is of all
            pass
    if state == "c" and store.fetched(number, pages.crc):
        state = "f"
    return rules, deals, pages.size // record.SIZE, state, pages.crc
