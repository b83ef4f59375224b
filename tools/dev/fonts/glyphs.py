"""What every font is before it is packed: rows of ``#`` and ``.``."""

import re
from typing import NamedTuple

Glyph = list[str]
"""Rows from top to bottom, all equally long, ``#`` lit and ``.`` dark."""

_DARK_AND_LIT = re.compile(r"(\.{0,15})(#{0,15})")


class Font(NamedTuple):
    """A font: line height and blank columns after each glyph in pixels, and its glyphs."""

    height: int
    gap: int
    glyphs: dict[str, Glyph]

    def advance(self, character: str) -> int:
        """Pixels from this glyph to the next."""
        return len(self.glyphs[character][0]) + self.gap

    def runs(self, character: str) -> bytes:
        """The glyph down one column after the other: in each byte so many dark pixels (the high
        four bits), and so many lit ones after them.

        Dark ones go on from one column to the next, lit ones do not: the last row is blank.
        """
        columns = zip(*self.glyphs[character], strict=True)
        pixels = "".join("".join(column).ljust(self.height, ".") for column in columns)
        runs = _DARK_AND_LIT.findall(pixels.rstrip("."))
        return bytes(len(dark) << 4 | len(lit) for dark, lit in runs if dark or lit)
