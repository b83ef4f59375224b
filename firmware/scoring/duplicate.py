"""Duplicate bridge at one table: boards, each scored for itself."""

from firmware.scoring import board
from firmware.scoring.deal import MAX_BOARD, VUL_NONE, BadDeal, declarer
from firmware.scoring.sheet import Sheet, opposite

# Who is vulnerable on boards 1 to 16: bit 0 N-S, bit 1 E-W. Laws of Duplicate Bridge, Law 2.
_VULNERABLE = (
    0, 1, 2, 3,
    1, 2, 3, 0,
    2, 3, 0, 1,
    3, 0, 1, 2,
)  # fmt: skip


def board_dealer(number: int) -> int:
    """Seat that deals this board: N, E, S, W in turn from board 1."""
    return (number - 1) % 4


def board_vulnerable(number: int) -> int:
    """Return who is vulnerable on this board, bit 0 N-S, bit 1 E-W; it repeats every 16 boards."""
    return _VULNERABLE[(number - 1) % 16]


class Duplicate(Sheet):
    """Duplicate bridge. [Laws of Duplicate Bridge 2017, Laws 2, 77 and 78]"""

    name = "duplicate"
    asks = ("board",)
    accept = True
    ranked = False
    winner = -1  # a table has none: other tables play its boards too
    over = "the session is over"

    def __init__(self, options: dict[str, str | int] | None = None, first_dealer: int = 0):
        super().__init__(options, first_dealer)
        self._played = bytearray(MAX_BOARD + 1)  # per board number, 1 if it was played

    def dealer_at(self, place: int) -> int:
        """Return the board's dealer; if only the vulnerability was entered the deal rotates."""
        return board_dealer(place) if 0 < place <= MAX_BOARD else self.dealer

    def vulnerable_at(self, place: int) -> int:
        """Return the board's vulnerability, or the one that was entered."""
        if place >= VUL_NONE:
            return place - VUL_NONE
        return board_vulnerable(place) if 0 < place <= MAX_BOARD else 0

    def check_place(self, place: int) -> None:
        """Raise BadDeal unless `place` is a vulnerability, or a board that was not played yet."""
        if place <= 0 or MAX_BOARD < place < VUL_NONE or place > VUL_NONE + 3:
            raise BadDeal(
                "duplicate needs the board or who is vulnerable, as in `b7 4S N =` "
                "or `4S N = vul=EW`"
            )
        if place <= MAX_BOARD and self._played[place] and not self.again:
            raise BadDeal(f"b{place} was played already: another number belongs here")

    def score(self, deal: int, place: int) -> list[int]:
        """Score by Law 77, for declarer's side and, as negatives, for the other."""
        if place <= MAX_BOARD:
            self._played[place] = 1
        side = declarer(deal) % 2
        vulnerable = bool(self.vulnerable_at(place) >> side & 1)
        postings: list[int] = []
        board.post_points(postings, side, deal, vulnerable)
        for own in range(len(postings)):
            postings.append(opposite(postings[own]))
        return postings
