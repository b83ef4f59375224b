"""The rounds of an event in a session's log: which pairs sit here, and which boards they play.

The events EVENT, ROUND and UNPLAYED are said in session.py.
"""

from collections import namedtuple

from firmware.scoring.deal import MAX_BOARD

OVERRULED = 1 << 16  # in a ROUND's value: the director has said so, whatever the plan says
MOST_ROUNDS = 99

# `round` from 1 on; `ns`, `ew`: the pairs, 0 = nobody; boards from `first` to `last`; `overruled`:
# by the director; `after`: how many deals stood before it.
Round = namedtuple("Round", ("round", "ns", "ew", "first", "last", "overruled", "after"))


class Rounds:
    """`event`: its number in the club; `listed`: each Round as it was begun, in this order.

    `unplayed`: which of them, and the board that was not played there.
    """

    def __init__(self) -> None:
        self.event = 0
        self.listed: list[Round] = []
        self.unplayed: list[tuple[int, int]] = []

    def apply(self, session, kind: int, place: int, number: int, value: int) -> bool:
        """Folds in an EVENT (0), a ROUND (1) or an UNPLAYED (2); whether it can stand here."""
        if not kind:
            return self._begin(session, value)
        if session.first_dealer < 0 or session.sheet.complete:
            return False
        if kind == 1:
            return self._round(place, number, value, len(session.deals))
        return self._leave(place)

    def _begin(self, session, event: int) -> bool:
        early = session.first_dealer < 0 and "board" in session.sheet.asks
        if not early or not event or self.event:
            return False
        self.event = event
        return True

    def _round(self, place: int, number: int, value: int, after: int) -> bool:
        first, last = value & 255, value >> 8 & 255
        if not (self.event and 1 <= place <= MOST_ROUNDS and 1 <= first <= last <= MAX_BOARD):
            return False
        overruled = bool(value & OVERRULED)
        self.listed.append(Round(place, number & 255, number >> 8, first, last, overruled, after))
        return True

    def _leave(self, board: int) -> bool:
        if not self.listed or not 1 <= board <= MAX_BOARD:
            return False
        self.unplayed.append((len(self.listed) - 1, board))
        return True

    def of(self, deal: int) -> int:
        """Which of `listed` the deal with this number belongs to; -1: none had begun."""
        found = -1
        for place, one in enumerate(self.listed):
            if one.after < deal:
                found = place
        return found
