"""Glyphs drawn by hand as ``#`` and ``.`` in a text file."""

from pathlib import Path
from typing import NamedTuple

Glyph = list[str]
"""Rows from top to bottom, all equally long, ``#`` lit and ``.`` dark."""


class Font(NamedTuple):
    """A font: line height and blank columns after each glyph in pixels, and its glyphs."""

    height: int
    gap: int
    glyphs: dict[str, Glyph]

    def advance(self, character: str) -> int:
        """Return the pixels from this glyph to the next."""
        return len(self.glyphs[character][0]) + self.gap

    def box(self) -> Glyph:
        """Return the glyph for a character that the font lacks: hollow and narrow."""
        wide = self.height // 2 - self.gap
        side = "#" + "." * (wide - 2) + "#"
        return ["#" * wide, *[side] * (self.height - 3), "#" * wide, "." * wide]


def read(path: Path) -> Font:
    """Return the font drawn in ``path``. ``small.txt`` has the notation."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = next(line.split() for line in lines if line.startswith("height "))
    font = Font(int(head[1]), int(head[3]), {})
    for line in lines:
        words = line.split()
        if words and words[0] == "@":
            rows = [""] * int(words[2] if len(words) > 2 else 0)
            font.glyphs[_character(words[1])] = rows
        elif line and line[0] in "#.":
            rows.append(line)
    for name, rows in font.glyphs.items():
        _pad(name, rows, font.height)
    return font


def _character(name: str) -> str:
    if name == "space":
        return " "
    return chr(int(name[2:], 16)) if name.startswith("U+") else name


def _pad(name: str, rows: Glyph, height: int) -> None:
    """Fill a glyph up to the height; every drawn row must be equally wide."""
    if len({len(row) for row in rows if row}) != 1 or set("".join(rows)) - set("#."):
        raise ValueError(f"{name!r}: rows of different width, or not of '#' and '.'")
    if len(rows) > height:
        raise ValueError(f"{name!r}: {len(rows)} rows in a font {height} high")
    blank = "." * max(map(len, rows))
    rows += [blank] * (height - len(rows))
    rows[:] = [row or blank for row in rows]
