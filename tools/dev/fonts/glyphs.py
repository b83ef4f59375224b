"""What every font is before it is packed: rows of ``#`` and ``.``."""

from typing import NamedTuple

Glyph = list[str]
"""Rows from top to bottom, all equally long, ``#`` lit and ``.`` dark."""


class Font(NamedTuple):
    """A font: line height and blank columns after each glyph in pixels, and its glyphs."""

    height: int
    gap: int
    glyphs: dict[str, Glyph]

    def advance(self, character: str) -> int:
        """Pixels from this glyph to the next."""
        return len(self.glyphs[character][0]) + self.gap

    def box(self) -> Glyph:
        """What stands for a character that the font does not have: hollow and narrow."""
        wide = self.height // 2 - self.gap
        side = "#" + "." * (wide - 2) + "#"
        return ["#" * wide, *[side] * (self.height - 3), "#" * wide, "." * wide]
