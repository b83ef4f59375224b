"""The pixels of a glyph, read from the font's module as its format says."""

from types import ModuleType


def glyph(font: ModuleType, character: str) -> set[tuple[int, int]]:
    """The lit pixels of a character, each (x, y) from the top left corner."""
    index = font.CHARS.index(character)
    first, end = (int.from_bytes(font.STARTS[2 * at : 2 * at + 2]) for at in (index, index + 1))
    pixels: set[tuple[int, int]] = set()
    for across, down in zip(
        font.RECTANGLES[2 * first : 2 * end : 2],
        font.RECTANGLES[2 * first + 1 : 2 * end : 2],
        strict=True,
    ):
        columns = range(font.LEFT[across], font.LEFT[across] + font.WIDE[across])
        rows = range(font.TOP[down], font.TOP[down] + font.HIGH[down])
        pixels |= {(x, y) for x in columns for y in rows}
    return pixels
