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
        across = _side(font.LEFT, font.WIDE, left, wide)
        if across == len(font.LEFT):
            font.LEFT += bytes((left,))
            font.WIDE += bytes((wide,))
        down = _side(font.TOP, font.HIGH, top, 1)
        if down == len(font.TOP):
            font.TOP += bytes((top,))
            font.HIGH += b"\1"
        font.RECTANGLES += bytes((across, down))
    # Where the next one starts, which is where this one ends.
    font.STARTS += (len(font.RECTANGLES) // 2).to_bytes(2, "big")
    font.WIDTHS += bytes((drawn[0] + font.GAP,))
    return len(font.WIDTHS) - 1


def _side(starts: bytes, sizes: bytes, start: int, size: int) -> int:
    """Return the place of a rectangle's side in two tables of a font, or that after the last."""
    for at in range(len(starts)):
        if starts[at] == start and sizes[at] == size:
            return at
    return len(starts)
