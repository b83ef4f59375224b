"""The rounds of an event in a session's log: which pairs sit here, and which boards they play.

The events EVENT, ROUND and UNPLAYED are said in session.py.
"""

from collections import namedtuple

from firmware.scoring.deal import MAX_BOARD

OVERRULED = 1 << 16  # in a ROUND's value: the director has decided so, against any plan
MOST_ROUNDS = 99

# `round` from 1 on; `ns`, `ew`: the pairs, 0 = nobody; boards from `first` to `last`; `overruled`:
# by the director; `after`: how many deals stood before it.
Round = namedtuple("Round", ("round", "ns", "ew", "first", "last", "overruled", "after"))


class Rounds:
    """`event`: its number; `listed`: each Round as it was begun, in this order.

    `unplayed`: which of them, and the board that was not played there.
    """

    def __init__(self) -> None:
        self.event = 0
        self.listed: list[Round] = []
        self.unplayed: list[tuple[int, int]] = []

    def apply(self, session, kind: int, place: int, number: int, value: int) -> bool:
        """Fold in an EVENT (0), a ROUND (1) or an UNPLAYED (2). Return True if it is valid."""
        if not kind:
            return self._begin(session, value)
        if session.first_dealer < 0:
            return False
        if kind == 1:
            return self._round(session, place, number, value)
        return not session.sheet.complete and self._leave(place)

    def _begin(self, session, event: int) -> bool:
        early = session.first_dealer < 0 and "board" in session.sheet.asks
        if not early or not event or self.event:
            return False
        self.event = event
        return True

    def _round(self, session, place: int, number: int, value: int) -> bool:
        first, last = value & 255, value >> 8 & 255
        if not (self.event and 1 <= place <= MOST_ROUNDS and 1 <= first <= last <= MAX_BOARD):
            return False
        overruled, after = bool(value & OVERRULED), len(session.deals)
        self.listed.append(Round(place, number & 255, number >> 8, first, last, overruled, after))
        session.go_on()
        return True

    def _leave(self, board: int) -> bool:
        if not self.listed or not 1 <= board <= MAX_BOARD:
            return False
        self.unplayed.append((len(self.listed) - 1, board))
        return True

    def of(self, deal: int) -> int:
        """Return the index in `listed` of a deal's round, -1 if none had begun."""
        found = -1
        for place, start in enumerate(self.listed):
            if start.after < deal:
                found = place
        return found

    def current_index(self) -> int:
        """Return the index in `listed` of the round in play, as it was started last; -1: none was.

        An earlier round that was resumed for a late board does not count; one to which the
        director has gone back does.
        """
        found = -1
        for place, start in enumerate(self.listed):
            if found < 0 or start.round >= self.listed[found].round or not self._is_resumed(place):
                found = place
        return found

    def _is_resumed(self, place: int) -> bool:
        """Return True if a round was started before just as it is here."""
        return self.listed[place][:6] in [start[:6] for start in self.listed[:place]]

    def is_played(self, session, place: int, board: int, but: int = 0) -> bool:
        """Return True if the pairs of `listed[place]` have a result on this board in this round.

        `but`: a deal that is not looked at.
        """
        for number, where in enumerate(session.places, 1):
            counts = number != but and session.deals[number - 1] >= 0
            if where == board and counts and self._is_same(self.of(number), place):
                return True
        return False

    def has_played(self, session, pair: int, board: int) -> bool:
        """Return True if a pair has a result on this board here, in any round."""
        for number, where in enumerate(session.places, 1):
            if where == board and session.deals[number - 1] >= 0:
                at = self.of(number)
                if at >= 0 and pair in self.listed[at][1:3]:
                    return True
        return False

    def _is_same(self, place: int, other: int) -> bool:
        """Return True if two entries are the same round with the same pairs."""
        return min(place, other) >= 0 and self.listed[place][:3] == self.listed[other][:3]

    def resume_fields(self, place: int, stopped: bool) -> tuple[int, int, int] | None:
        """Return the ROUND's fields that make `listed[place]` go on; None if it does already.

        `stopped`: the players have.
        """
        if not stopped and self._is_same(place, len(self.listed) - 1):
            return None
        start = self.listed[place]
        overruled = OVERRULED if start.overruled else 0
        return start.round, start.ns | start.ew << 8, start.first | start.last << 8 | overruled

    def boards_left(self, session, place: int) -> list[int]:
        """Return the boards of `listed[place]` that neither pair has had here, except omitted
        ones."""
        start = self.listed[place]
        if not start.ns or not start.ew:
            return []
        out = [board for at, board in self.unplayed if self._is_same(at, place)]
        boards = range(start.first, start.last + 1)
        had = [b for b in boards for pair in start[1:3] if self.has_played(session, pair, b)]
        return [b for b in boards if b not in out and b not in had]

    def open_boards(self, session) -> list[tuple[int, int]]:
        """Return the boards without a result in all rounds, omitted ones too: index in `listed`,
        board.

        Where the director has overruled a round, only as it was begun last.
        """
        found = []
        for place, start in enumerate(self.listed):
            later = [other for other in self.listed[place + 1 :] if other.round == start.round]
            if not later and start.ns and start.ew:
                for board in range(start.first, start.last + 1):
                    if not self.is_played(session, place, board):
                        found.append((place, board))
        return found
