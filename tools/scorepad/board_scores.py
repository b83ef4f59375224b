"""The duplicate scores of a program that asks for many: each is computed once, by the core."""

from firmware.scoring import board
from firmware.scoring.deal import declarer

_PLAYED = (1 << 14) - 1  # contract, declarer and tricks: the lowest bits of a deal
_VULNERABLE = 14  # the place of the two bits that say who is vulnerable


def north_south(deal: int, vulnerable: int) -> int:
    """Points of N-S for a deal, negative if E-W score. `vulnerable`: bit 0 N-S, bit 1 E-W."""
    return _SCORES[deal & _PLAYED | vulnerable << _VULNERABLE]


def computed(deal: int, vulnerable: int) -> int:
    """The same by the core, every time."""
    side = declarer(deal) % 2
    points = board.points(deal, bool(vulnerable >> side & 1))
    return -points if side else points


class _Scores(dict[int, int]):
    """By the bits of the deal and, above them, who is vulnerable; filled as it is asked."""

    def __missing__(self, index: int) -> int:
        self[index] = points = computed(index & _PLAYED, index >> _VULNERABLE)
        return points


_SCORES = _Scores()
