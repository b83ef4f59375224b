"""Text in one of the fonts of ``firmware.ui.fonts`` on a one-bit frame buffer.

A glyph is drawn as the rectangles it is made of (tools/dev/fonts/rectangles.py): to fill one is a
single call. A text is spelt first, which gives each of its characters a number. An accented letter
is spelt as a mark and a letter, which are drawn on each other: no font has a glyph for both.
"""

from micropython import const

from firmware.ui.fonts import foreign, letters

# Which point of a text `draw` is told.
CENTRED = const(1)  # the middle of what is lit
RIGHT = const(2)  # the column right of the last lit one

_END = const(6)  # characters: the PC's mark of a player whose name others have, too


def width(font, text: str | bytes | list[int]) -> int:
    """Return the pixels from the start of the text, even if spelt, to the next text's start."""
    spelt = _spelt(font, text) if isinstance(text, str) else text  # a phone's font may learn now
    widths, first, wide = font.WIDTHS, font.FIRST, 0
    for number in spelt:
        if number >= first:
            wide += widths[number - first]
    return wide


def draw(fb, font, text: str, x: int, y: int, colour: int = 1, align: int = 0) -> int:
    """Draw the text with its top left corner at (x, y); colour 0 draws dark on lit.

    `align`: what else x is, CENTRED or RIGHT. Only the strokes are drawn, the background stays.
    What the font does not have is drawn as fonts/foreign.py says. Returns the x after the last.
    """
    spelt = _spelt(font, text)
    if align:
        x -= (width(font, spelt) - font.GAP) * align + 1 >> 1  # half of what is lit, or all
    # Not four at a time: MicroPython would make a tuple first.
    starts, places = font.STARTS, font.RECTANGLES
    widths, first = font.WIDTHS, font.FIRST
    left, wide = font.LEFT, font.WIDE
    top, high = font.TOP, font.HIGH
    mark = 0
    for number in spelt:
        if number < first:
            mark = number  # on the letter that follows; 0: none
            continue
        glyph = number - first
        after = x + widths[glyph]
        while glyph >= 0:
            place = glyph * 2
            end = starts[place + 2] << 9 | starts[place + 3] << 1
            place = starts[place] << 9 | starts[place + 1] << 1
            while place < end:
                across, down = places[place], places[place + 1]
                place += 2
                if mark <= letters.SQUEEZED:
                    fb.fill_rect(x + left[across], y + top[down], wide[across], high[down], colour)
                    continue
                upper = top[down]  # of a capital, which loses three rows to the mark
                lower = upper + high[down]
                tall = (4 * font.HEIGHT + 2) // 5  # as high as capitals are
                upper += 3 - (3 * upper + 6) // tall
                lower += 3 - (3 * lower + 6) // tall
                fb.fill_rect(x + left[across], y + upper, wide[across], lower - upper, colour)
            glyph = -1
            if mark:
                glyph = letters.MARKS + mark % letters.SQUEEZED
                x = x + after - widths[glyph] >> 1
                mark = 0
        x = after
    return x


def fit(font, text: str, w: int) -> str:
    """Return the text, or as much of it as fits into ``w`` pixels, with a full stop for the rest.

    Where there is room its end stays, for that tells names apart which begin alike.
    """
    if width(font, text) - font.GAP <= w:
        return text
    for end in (text[-_END:], ""):
        start = text[: len(text) - len(end)]
        while start and width(font, start + "." + end) - font.GAP > w:
            start = start[:-1].rstrip()
        if start:
            return start + "." + end
    return ""


def largest(text: str, w: int, *fonts):  # a font
    """Return the first font, large ones first, in which the text fits into `w` pixels."""
    for font in fonts:
        if width(font, text) - font.GAP <= w:
            return font
    return fonts[-1]


def fit_words(font, text: str, w: int) -> str:
    """Return the beginning of the text that fits into `w` pixels, at a word's end if possible."""
    while width(font, text) - font.GAP > w:
        text = text[: text.rfind(" ")]
    return text


def _spelt(font, text: str) -> bytes | list[int]:
    """Return for each character its place in the font's CHARS, and FIRST more.

    So in a font that has all of ASCII a text in ASCII is spelt already. Less than FIRST is a mark
    on the next one, or 0.
    """
    spelt = text.encode()
    if font.FIRST and len(spelt) == len(text) and (not text or min(spelt) >= font.FIRST):
        return spelt
    return _numbers(font, text)


def _numbers(font, text: str) -> list[int]:
    """Look up each character; apart, because a frame of so many names comes from the heap."""
    numbers: list[int] = []
    for place in range(len(text)):
        # It is cut out: one that `for` takes from a text stays in MicroPython's RAM until the next
        # reset, and the names of a club may have thousands.
        letter = text[place : place + 1]
        spelt = 2 * (ord(letter) - letters.FIRST)
        if font.FIRST and 0 <= spelt < len(letters.SPELT):
            numbers += letters.SPELT[spelt : spelt + 2]
        else:
            found = font.CHARS.find(letter)
            numbers.append(font.FIRST + (found if found >= 0 else foreign.place(font, letter)))
    return numbers
