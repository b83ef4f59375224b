"""Characters that the fonts do not have, which the browser draws: firmware/ui/fonts/foreign.py.

A font has a character as soon as it is met. Each row of pixels is a rectangle, so that a font has
few sizes of them: MicroPython counts those in a byte.
"""

import page  # type: ignore[import-not-found]
from micropython import const

_MOST = const(64000)  # rectangles of a font

_places: dict[tuple[int, str], int] = {}


def place(font, character: str) -> int:
    """Return the place of a character in the font."""
    known = font.HEIGHT, character
    if known not in _places:
        drawn = [int(number) for number in page.drawn(character, font.HEIGHT).split()]
        full = len(font.RECTANGLES) // 2 > _MOST
        _places[known] = _learn(font, drawn) if drawn and not full else font.CHARS.find("?")
    return _places[known]


def _learn(font, drawn: list[int]) -> int:
    """Add a glyph to the font: its width, and of each rectangle left, top and width."""
    for at in range(1, len(drawn), 3):
        left, top, wide = drawn[at : at + 3]
        across = _side(font, "LEFT", "WIDE", left, wide)
        font.RECTANGLES += bytes((across, _side(font, "TOP", "HIGH", top, 1)))
    # Where the next one starts, which is where this one ends.
    font.STARTS += (len(font.RECTANGLES) // 2).to_bytes(2, "big")
    font.WIDTHS += bytes((drawn[0] + font.GAP,))
    return len(font.WIDTHS) - 1


def _side(font, starts: str, sizes: str, start: int, size: int) -> int:
    """Return the place of a rectangle's side in two tables of the font."""
    known = getattr(font, starts), getattr(font, sizes)
    for at in range(len(known[0])):
        if known[0][at] == start and known[1][at] == size:
            return at
    setattr(font, starts, known[0] + bytes((start,)))
    setattr(font, sizes, known[1] + bytes((size,)))
    return len(known[0])
