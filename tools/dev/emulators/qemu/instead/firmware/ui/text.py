"""firmware/ui/text.py as one would write it first: each character is looked up when it is measured
and again when it is drawn, and a glyph is drawn by a function of its own."""

CENTRED, RIGHT = 1, 2


def width(font, text):
    return sum(_advance(font, _place(font, text, at)) for at in range(len(text)))


def draw(fb, font, text, x, y, colour=1, align=0):
    if align:
        x -= (_ink(font, text) * align + 1) // 2
    for at in range(len(text)):
        place = _place(font, text, at)
        _draw_glyph(fb, font, place, x, y, colour)
        x += _advance(font, place)
    return x


def fit(font, text, w):
    if _ink(font, text) <= w:
        return text
    while text and _ink(font, text + ".") > w:
        text = text[:-1].rstrip()
    return text + "." if text else ""


def largest(text, w, *fonts):
    for font in fonts:
        if _ink(font, text) <= w:
            return font
    return fonts[-1]


def fit_words(font, text, w):
    while _ink(font, text) > w and " " in text:
        text = text[: text.rfind(" ")]
    return text


def _ink(font, text):
    return width(font, text) - font.GAP


def _place(font, text, at):
    place = font.CHARS.find(text[at : at + 1])
    return place if place >= 0 else font.CHARS.find("\x7f")


def _advance(font, place):
    return font.WIDTHS[place]


def _draw_glyph(fb, font, place, x, y, colour):
    start, end = (
        int.from_bytes(font.STARTS[2 * n : 2 * n + 2], "big") for n in (place, place + 1)
    )
    for at in range(start, end):
        across, down = font.RECTANGLES[2 * at], font.RECTANGLES[2 * at + 1]
        left, top = x + font.LEFT[across], y + font.TOP[down]
        fb.fill_rect(left, top, font.WIDE[across], font.HIGH[down], colour)
