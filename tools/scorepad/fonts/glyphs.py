"""What every font is before it is packed: rows of ``#`` and ``.``."""

from typing import NamedTuple

Glyph = list[str]
"""Rows from top to bottom, all equally long, ``#`` lit and ``.`` dark."""

PAGE = 8


class Font(NamedTuple):
    """A font: line height and blank columns after each glyph in pixels, and its glyphs."""

    height: int
    gap: int
    glyphs: dict[str, Glyph]

    def advance(self, character: str) -> int:
        """Pixels from this glyph to the next."""
        return len(self.glyphs[character][0]) + self.gap

    def packed(self, character: str) -> bytes:
        """The glyph as framebuf's MONO_VLSB, with the blank columns after it."""
        rows = [row + "." * self.gap for row in self.glyphs[character]]
        pages = range(0, self.height, PAGE)
        return bytes(
            _column(rows[page : page + PAGE], x) for page in pages for x in range(len(rows[0]))
        )


def _column(rows: Glyph, x: int) -> int:
    return sum(1 << y for y, row in enumerate(rows) if row[x] == "#")
