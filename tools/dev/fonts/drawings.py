"""Glyphs drawn by hand as ``#`` and ``.`` in a text file; accented letters put together."""

import unicodedata
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
        """Pixels from this glyph to the next."""
        return len(self.glyphs[character][0]) + self.gap

    def box(self) -> Glyph:
        """Return the glyph for a character that the font lacks: hollow and narrow."""
        wide = self.height // 2 - self.gap
        side = "#" + "." * (wide - 2) + "#"
        return ["#" * wide, *[side] * (self.height - 3), "#" * wide, "." * wide]


ACCENTED = "ÀÂÄÈÉÊËÎÏÔÖÙÛÜàâäèéêëîïôöùûü"
"""The letters that are put together of a letter and an accent, unless they are drawn whole."""

_ACCENTS = {"\u0300": "grave", "\u0301": "acute", "\u0302": "circumflex", "\u0308": "dieresis"}
_DOTLESS = "ı"


class Drawings(NamedTuple):
    """What a drawing file says."""

    height: int
    gap: int
    glyphs: dict[str, Glyph]
    squeezed: dict[str, list[int]]


def read(path: Path) -> Font:
    """The font drawn in ``path``, with its accented letters. ``small.txt`` has the notation."""
    drawn = _parse(path.read_text(encoding="utf-8").splitlines())
    glyphs = {n: glyph for n, glyph in drawn.glyphs.items() if len(n) == 1 and n != _DOTLESS}
    for letter in (letter for letter in ACCENTED if letter not in glyphs):
        base, mark = tuple(unicodedata.normalize("NFD", letter))
        below = _make_room(drawn, base.replace("i", _DOTLESS))
        glyphs[letter] = _above(below, _accent(drawn, base, _ACCENTS[mark]))
    return Font(drawn.height, drawn.gap, glyphs)


def _parse(lines: list[str]) -> Drawings:
    head = next(line.split() for line in lines if line.startswith("height "))
    drawn = Drawings(int(head[1]), int(head[3]), {}, {})
    for line in lines:
        words = line.split()
        if not words or words[0] in (";", "height"):
            continue
        if words[0] == "squeeze":
            drawn.squeezed[words[1]] = [int(row) for row in words[2:]]
        elif words[0] == "@" and len(words) > 1:
            rows = [""] * int(words[2] if len(words) > 2 else 0)
            drawn.glyphs[" " if words[1] == "space" else words[1]] = rows
        else:
            rows.append(line)
    for name, rows in drawn.glyphs.items():
        _pad(name, rows, drawn.height)
    return drawn


def _pad(name: str, rows: Glyph, height: int) -> None:
    """Fill a glyph up to the height; every drawn row must be equally wide."""
    if len({len(row) for row in rows if row}) != 1 or set("".join(rows)) - set("#."):
        raise ValueError(f"{name!r}: rows of different width, or not of '#' and '.'")
    if len(rows) > height:
        raise ValueError(f"{name!r}: {len(rows)} rows in a font {height} high")
    blank = "." * max(map(len, rows))
    rows += [blank] * (height - len(rows))
    rows[:] = [row or blank for row in rows]


def _accent(drawn: Drawings, base: str, accent: str) -> Glyph:
    """The accent, over a capital the flatter ``high-`` one where it is drawn."""
    flat = drawn.glyphs.get("high-" + accent) if base.isupper() else None
    return flat or drawn.glyphs[accent]


def _make_room(drawn: Drawings, base: str) -> Glyph:
    """A capital made shorter by its ``squeeze`` rows; other letters as they are."""
    dropped = drawn.squeezed.get(base, [])
    rows = drawn.glyphs[base]
    kept = [row for number, row in enumerate(rows) if number not in dropped]
    return ["." * len(rows[0])] * len(dropped) + kept


def _above(base: Glyph, accent: Glyph) -> Glyph:
    """Both drawn on top of each other, centred."""
    width = max(len(base[0]), len(accent[0]))
    rows = zip(_centred(base, width), _centred(accent, width), strict=True)
    return ["".join(map(min, *row)) for row in rows]


def _centred(glyph: Glyph, width: int) -> Glyph:
    left = (width - len(glyph[0])) // 2
    return [("." * left + row).ljust(width, ".") for row in glyph]
