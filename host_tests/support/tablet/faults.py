"""What is wrong with a picture of the panel: texts that are cut, leave it, or touch something.

Pixels are compared as the bits of a number, row by row: one operation for a whole text.
"""

from functools import cache
from types import ModuleType

from firmware.ui import text
from firmware.ui.fonts import huge, large, medium, small
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.tablet import Shot

FONTS = {font.HEIGHT: font for font in (huge, large, medium, small)}
Pixel = tuple[int, int]
_MARGIN = 64  # px around the panel, for what leaves it
_ROW = WIDTH + 2 * _MARGIN  # bits
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def glyph(font: ModuleType, character: str) -> set[Pixel]:
    """Return the lit pixels of a character, each (x, y) from the top left corner.

    They are read from the font's module as its format says.
    """
    index = font.CHARS.index(character)
    first, end = (int.from_bytes(font.STARTS[2 * at : 2 * at + 2]) for at in (index, index + 1))
    pixels: set[Pixel] = set()
    for across, down in zip(
        font.RECTANGLES[2 * first : 2 * end : 2],
        font.RECTANGLES[2 * first + 1 : 2 * end : 2],
        strict=True,
    ):
        columns = range(font.LEFT[across], font.LEFT[across] + font.WIDE[across])
        rows = range(font.TOP[down], font.TOP[down] + font.HIGH[down])
        pixels |= {(x, y) for x in columns for y in rows}
    return pixels


class _Lit(set[Pixel]):  # a frame buffer without edges
    def fill_rect(self, left: int, top: int, wide: int, high: int, colour: int) -> None:
        self.update((x, y) for x in range(left, left + wide) for y in range(top, top + high))


def lit(font: ModuleType, said: str) -> set[Pixel]:
    """Return the pixels that a text at the top left lights, or darkens on a bar."""
    pixels = _Lit()
    text.draw(pixels, font, said, 0, 0)
    return pixels


def _bit(x: int, y: int) -> int:
    """Return the place of a pixel's bit."""
    return (y + _MARGIN) * _ROW + x + _MARGIN


_WHOLE = sum((1 << WIDTH) - 1 << _bit(0, y) for y in range(HEIGHT))


@cache
def _mask(high: int, said: str) -> int:
    """Return the pixels of a text in the top left corner of the panel."""
    pixels = 0
    for x, y in lit(FONTS[high], said):
        pixels |= 1 << _bit(min(x, WIDTH + _MARGIN - 1), y)
    return pixels


def faults(shot: Shot) -> list[str]:
    """List what is cut, off the screen, drawn over something else, or touches it.

    A lit text has a dark pixel beside it everywhere, a dark one on a bar a lit pixel.
    """
    found = [f"{said} is cut" for said in shot.cut]
    shown = sum(
        int(shot.pixels[y * WIDTH : (y + 1) * WIDTH][::-1].translate(_DIGITS), 2) << _bit(0, y)
        for y in range(HEIGHT)
    )
    before: list[tuple[int, str]] = []
    for high, x, y, said in shot.drawn:
        shift = y * _ROW + x
        pixels = _mask(high, said) << shift if shift >= 0 else _mask(high, said) >> -shift
        if pixels & ~_WHOLE:
            found.append(f"{said} leaves the screen")
        found += [f"{said} is drawn over {other}" for taken, other in before if taken & pixels]
        before.append((pixels, said))
        if _touches(shown, pixels & _WHOLE):
            found.append(f"{said} touches what is beside it")
    return sorted(set(found))


def _touches(shown: int, pixels: int) -> bool:
    """Return True if a pixel beside a text looks like one of its own; beside the panel is dark."""
    wide = pixels | pixels << 1 | pixels >> 1
    beside = (wide | wide << _ROW | wide >> _ROW) & ~pixels
    return bool(pixels & shown and beside & shown) or bool(pixels & ~shown and beside & ~shown)
