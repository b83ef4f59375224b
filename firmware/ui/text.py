"""Text in one of the fonts of ``firmware.ui.fonts`` on a one-bit frame buffer.

A glyph is found by a search in the font's characters and a sum of the sizes before it, so
nothing is kept in memory between calls.
"""


def width(font, text: str) -> int:
    """Pixels from the start of the text to where the next one would start."""
    return sum(_advance(font, _index(font, text, place)) for place in range(len(text)))


def draw(fb, font, text: str, x: int, y: int, colour: int = 1) -> int:
    """Draw the text with its top left corner at (x, y); colour 0 draws dark on lit.

    Only the strokes are drawn, the background stays. A character that the font does not have
    becomes a hollow box. Returns the x after the last glyph.
    """
    for place in range(len(text)):
        index = _index(font, text, place)
        if index < 0:
            fb.rect(x, y, _advance(font, index) - font.GAP, font.HEIGHT - 1, colour)
        else:
            _draw_glyph(fb, font, index, x, y, colour)
        x += _advance(font, index)
    return x


def draw_centred(fb, font, text: str, x: int, w: int, y: int, colour: int = 1) -> int:
    """Draw the text in the middle of the ``w`` pixels from ``x`` on; returns as ``draw``."""
    return draw(fb, font, text, x + (w - _ink(font, text)) // 2, y, colour)


def draw_right(fb, font, text: str, x_right: int, y: int, colour: int = 1) -> int:
    """Draw the text so that its last lit column is left of ``x_right``; returns as ``draw``."""
    return draw(fb, font, text, x_right - _ink(font, text), y, colour)


def fit(font, text: str, w: int) -> str:
    """The text, or as much of it as fits into ``w`` pixels with a full stop for the rest."""
    if _ink(font, text) <= w:
        return text
    while text and _ink(font, text + ".") > w:
        text = text[:-1].rstrip()
    return text + "." if text else ""


def largest(text: str, w: int, *fonts):  # a font
    """The first of the fonts, large ones first, in which the text fits into ``w`` pixels."""
    for font in fonts:
        if _ink(font, text) <= w:
            return font
    return fonts[-1]


def fit_words(font, text: str, w: int) -> str:
    """As many words of the text, from the first on, as fit into ``w`` pixels, at least one."""
    while _ink(font, text) > w and " " in text:
        text = text[: text.rfind(" ")]
    return text


def _ink(font, text: str) -> int:
    """The width without the blank columns after the last glyph."""
    return width(font, text) - font.GAP


def _index(font, text: str, place: int) -> int:
    """Which glyph the character in a place of the text has; -1 if the font does not have it.

    It is cut out: one that `for` takes from a text stays in MicroPython's RAM until the next
    reset, and the names of a club may have thousands.
    """
    return font.CHARS.find(text[place : place + 1])


def _advance(font, index: int) -> int:
    """Width of a glyph; -1 is the box for an unknown character."""
    return font.WIDTHS[index] if index >= 0 else font.HEIGHT // 2


def _draw_glyph(fb, font, index: int, x: int, y: int, colour: int) -> None:
    """Down its columns: each byte is a run of dark pixels, and one of lit ones after it."""
    high, place = font.HEIGHT, 0
    start = sum(memoryview(font.SIZES)[:index])
    for run in memoryview(font.RUNS)[start : start + font.SIZES[index]]:
        place += run >> 4
        fb.vline(x + place // high, y + place % high, run & 15, colour)
        place += run & 15
