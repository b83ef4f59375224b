"""House rules as the PC sent them: a rule set with options of the club's own, under a name.

The file `rules` has a record of 42 bytes for each: the rule set by its number in the log, what is
chosen (17 bytes), the name, UTF-8 of at most 20 bytes, filled up with zeros, and the CRC-32 of
the bytes before. Chosen: whether the other side accepts each result (0 or 1), then for each
option, as the log numbers them, the number of its value; DEFAULT: what holds when nothing is said.
"""

import struct

from firmware import loading
from firmware.scoring.rules import NAMES
from firmware.session import ACCEPT, DEALER, FORMAT, OPTION, START, Session
from firmware.storage.sealed_list import LONGEST_NAME, SealedList

CHOSEN = 17  # bytes
RECORD = f"<B{CHOSEN}s{LONGEST_NAME}s"  # without the CRC
SIZE = struct.calcsize(RECORD) + 4
DEFAULT = 255
_RULES = "firmware.scoring"


def rules_session(number: int, chosen: bytes) -> Session:
    """Return a session with these rules, before its first deal. Raise BadEvent."""
    session = Session()
    session.apply(START, number, FORMAT << 8, 0)
    session.apply(OPTION, ACCEPT, chosen[0], 0)
    for option, value in enumerate(chosen[1:]):
        if value != DEFAULT:
            session.apply(OPTION, option, value, 0)
    session.apply(DEALER, 0, 0, 0)
    return session


class House(SealedList):
    """Rules that have rotted, or that this firmware does not know, have a place and no name.

    The code of the rule sets goes again, unless it is that of the game being played.
    """

    file = "rules"
    size = SIZE
    most = 20

    def choose(self, place: int, setup) -> bool:
        """Set a new game up by the rules in a place. Return True if there are any."""
        name, session = loading.run_and_unload(_RULES, self._at, place)
        if session:
            setup.rule(session, name)
        return bool(session)

    def find(self, setup, options: dict[str, str | int]) -> tuple[int, str]:
        """Place and name of the rules that are set up, by all options; (-1, "") if there are none.

        Of several that are alike those that were chosen by name.
        """
        return loading.run_and_unload(_RULES, self._find, setup, options)

    def _find(self, setup, options: dict[str, str | int]) -> tuple[int, str]:
        found = -1, ""
        for place in range(self.count()):
            if self.record(place)[:1] != bytes([NAMES.index(setup.rules)]):
                continue
            name, session = self._at(place)
            alike = session and (session.accept, session.sheet.options) == (setup.accept, options)
            if alike and (found[0] < 0 or name == setup.house):
                found = place, name
        return found

    def _at(self, place: int) -> tuple[str, Session | None]:
        """Return name and rules in a place; no rules if nothing there can be played."""
        found = self.record(place)
        if not found:
            return "", None
        number, chosen, name = struct.unpack(RECORD, found)
        try:
            return name.rstrip(b"\0").decode(), rules_session(number, chosen)
        except ValueError:
            return "", None
