"""The pixels of a glyph, read from the font's module as its format says."""

from types import ModuleType


def glyph(font: ModuleType, character: str) -> set[tuple[int, int]]:
    """The lit pixels of a character, each (x, y) from the top left corner."""
    index = font.CHARS.index(character)
    start = sum(font.SIZES[:index])
    pixels: set[tuple[int, int]] = set()
    place = 0
    for run in font.RUNS[start : start + font.SIZES[index]]:
        first = place + (run >> 4)
        place = first + (run & 15)
        pixels |= {(at // font.HEIGHT, at % font.HEIGHT) for at in range(first, place)}
    return pixels
