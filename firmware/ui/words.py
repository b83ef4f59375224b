"""The tablet's texts in the language that is spoken at this club."""

from firmware.scoring.deal import SEATS, SIDES
from firmware.ui.english import TEXT

STRAINS = ("C", "D", "H", "S.", "NT")  # keys; S alone is South
SEAT_NAMES = ("North", "East", "South", "West")


def say(key: str) -> str:
    """The text for `key`; the key itself if the language has none."""
    start = TEXT.find("\n" + key + "=")
    if start < 0:
        return key
    start += len(key) + 2
    return TEXT[start : TEXT.find("\n", start)]


def side(index: int) -> str:
    """N-S or E-W."""
    return say(SIDES[index])


def seat(index: int) -> str:
    """The letter of a seat."""
    return say(SEATS[index])


def contract(level: int, strain: int, doubling: int = 0) -> str:
    """`4♠x`."""
    return f"{level}{say(STRAINS[strain])}{'x' * doubling}"
