"""The duplicate scores of a program that asks for many: each is computed once, by the core."""

from functools import cache

from firmware.scoring import board
from firmware.scoring.deal import declarer

_PLAYED = (1 << 14) - 1  # contract, declarer and tricks: the lowest bits of a deal


def north_south(deal: int, vulnerable: int) -> int:
    """Points of N-S for a deal, negative if E-W score. `vulnerable`: bit 0 N-S, bit 1 E-W."""
    return _computed_once(deal & _PLAYED, vulnerable)


def computed(deal: int, vulnerable: int) -> int:
    """The same by the core, every time."""
    side = declarer(deal) % 2
    points = board.points(deal, bool(vulnerable >> side & 1))
    return -points if side else points


_computed_once = cache(computed)
