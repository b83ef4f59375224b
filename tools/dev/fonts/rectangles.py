"""Glyphs as few rectangles, which a frame buffer fills much faster than Python sets pixels."""

from collections.abc import Iterator
from typing import NamedTuple

from .drawings import Glyph

_KNOWN = 3  # pixels that sides are worth which need no more room


class Rectangle(NamedTuple):
    """A rectangle, in pixels from the glyph's top left corner."""

    left: int
    top: int
    wide: int
    high: int

    @property
    def across(self) -> tuple[int, int]:
        return self.left, self.wide

    @property
    def down(self) -> tuple[int, int]:
        return self.top, self.high

    def bits(self, line: int) -> int:
        """Return its pixels, as `_bits` of a glyph has them."""
        row = ((1 << self.wide) - 1) << self.left
        return sum(row << y * line for y in range(self.top, self.top + self.high))


class Cover:
    """Covers glyphs, and knows how far right and how far down the rectangles of all of them go.

    `across`: the (left, wide), `down`: the (top, high) of all so far.
    """

    def __init__(self) -> None:
        self.across: list[tuple[int, int]] = []
        self.down: list[tuple[int, int]] = []

    def glyph(self, glyph: Glyph) -> list[tuple[int, int]]:
        """Return rectangles that together light exactly the glyph, as indexes of `across` and
        `down`.

        They may overlap. The one that lights most of what is not lit yet comes next; one whose
        sides there are already is worth some pixels more.
        """
        line = len(glyph[0])
        candidates = [(rectangle, rectangle.bits(line)) for rectangle in _largest(glyph)]
        left, chosen = _bits(glyph), []
        while left:
            useful = [
                (self._worth(rectangle) + lit, rectangle, bits)
                for rectangle, bits in candidates
                if (lit := (bits & left).bit_count())
            ]
            _, best, bits = max(useful)
            left &= ~bits
            chosen.append((_place(best.across, self.across), _place(best.down, self.down)))
        return chosen

    def _worth(self, rectangle: Rectangle) -> int:
        known = (rectangle.across in self.across) + (rectangle.down in self.down)
        return known * _KNOWN


def _place(sides: tuple[int, int], known: list[tuple[int, int]]) -> int:
    if sides not in known:
        known.append(sides)
    return known.index(sides)


def _bits(glyph: Glyph) -> int:
    """Return a bit a pixel, from the top left on, one row after the other."""
    return sum((pixel == "#") << at for at, pixel in enumerate("".join(glyph)))


def _largest(glyph: Glyph) -> list[Rectangle]:
    """Return all lit rectangles that cannot be made larger on any side."""
    found = set()
    for top in range(len(glyph)):
        common = [True] * len(glyph[0])
        for bottom in range(top, len(glyph)):
            row = zip(common, glyph[bottom], strict=True)
            common = [lit and pixel == "#" for lit, pixel in row]
            high = bottom + 1 - top
            found |= {Rectangle(left, top, wide, high) for left, wide in _runs(common)}
    return sorted(rectangle for rectangle in found if not _taller(rectangle, glyph))


def _runs(lit: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield first pixel and length of each lit run."""
    start = 0
    for end, pixel in enumerate([*lit, False]):
        if not pixel:
            if end > start:
                yield start, end - start
            start = end + 1


def _taller(rectangle: Rectangle, glyph: Glyph) -> bool:
    """Return True if the row above or below is lit as well."""
    left, top, wide, high = rectangle
    beside = [glyph[y] for y in (top - 1, top + high) if 0 <= y < len(glyph)]
    return any(row[left : left + wide] == "#" * wide for row in beside)
