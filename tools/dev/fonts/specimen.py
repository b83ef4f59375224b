"""A specimen sheet: every font, all its characters, and lines a player would see."""

from PIL import Image, ImageDraw

from .drawings import Font

SCALE = 4
MARGIN = 6
SCREEN = 128
BACKGROUND, LIT = (20, 22, 26), (225, 240, 255)
LINES = {
    "small": [
        "4♠x S +1  590",
        "We 1620 They 300",
        "Rubber: N-S win",
        "by 1320 points",
        "E-W: 3♥ by East, 140?",
        "0O 1lI 5S 8B 6G 2Z ♣♠♥♦",
        "Müller & Élodie Lefèvre",
        "▲▼ level  ◀▶ suit  ✓ OK",
        "’ PASS OUT",
        "Öffner Äußerst Übertrick",
        "NOT SAVED: call the",
        "Deal 12  N-S vul.",
    ],
    "medium": [
        "4♠x S +1",
        "We 1620",
        "They 300",
        "3NT ♠♥♦♣",
        "Rubber over",
        "0O1lI5S8B6G",
        "Müller & É.",
        "Passed out?",
        "Accept ✓",
        "▲▼◀▶",
    ],
    "large": ["590", "1620", "-300", "4-0"],
    "huge": ["3♠", "3NT", "=", "+2", "-1", "4♥", "6NT", "7♣", "2♦", "10"],
}

Canvas = Image.Image


def sheet(fonts: dict[str, Font]) -> Image.Image:
    """The specimen of all fonts, four times enlarged, the sample lines also at true size."""
    parts = [part for name, font in fonts.items() for part in _parts(font, LINES[name])]
    width = max(part.width for part in parts)
    picture = Image.new("RGB", (width, sum(part.height + MARGIN for part in parts)), BACKGROUND)
    top = 0
    for part in parts:
        picture.paste(part, (0, top))
        top += part.height + MARGIN
    return picture


def _parts(font: Font, lines: list[str]) -> list[Canvas]:
    characters = "".join(sorted(font.glyphs))
    screens = [_screen(font, line) for line in lines]
    return [
        *(_enlarged(_text(font, row)) for row in _broken(font, characters, 3 * SCREEN)),
        _enlarged(_tiled(screens, 3)),
        _tiled(screens, 8),
    ]


def _broken(font: Font, text: str, width: int) -> list[str]:
    rows, used = [""], 0
    for character in text:
        if used + font.advance(character) > width:
            rows.append("")
            used = 0
        rows[-1] += character
        used += font.advance(character)
    return rows


def _text(font: Font, text: str) -> Canvas:
    known = [character for character in text if character in font.glyphs]
    size = (max(1, sum(map(font.advance, known))), font.height)
    picture = Image.new("RGB", size, BACKGROUND)
    x = 0
    for character in known:
        _stamp(picture, font.glyphs[character], x)
        x += font.advance(character)
    return picture


def _stamp(picture: Canvas, glyph: list[str], x: int) -> None:
    for y, row in enumerate(glyph):
        for column, dot in enumerate(row):
            if dot == "#":
                picture.putpixel((x + column, y), LIT)


def _screen(font: Font, line: str) -> Canvas:
    """A line on a strip as wide as the tablet's screen; what is cut off is too long for it."""
    strip = Image.new("RGB", (SCREEN, font.height + 2), (0, 0, 0))
    strip.paste(_text(font, line), (0, 1))
    ImageDraw.Draw(strip).line((SCREEN - 1, 0, SCREEN - 1, font.height), (60, 70, 90))
    return strip


def _tiled(pictures: list[Canvas], columns: int) -> Canvas:
    wide, high = pictures[0].size
    rows = -(-len(pictures) // columns)
    tiles = Image.new("RGB", (columns * (wide + MARGIN), rows * (high + 1)), (45, 50, 60))
    for number, picture in enumerate(pictures):
        place = (number % columns * (wide + MARGIN), number // columns * (high + 1))
        tiles.paste(picture, place)
    return tiles


def _enlarged(picture: Canvas) -> Canvas:
    size = (picture.width * SCALE, picture.height * SCALE)
    return picture.resize(size, Image.Resampling.NEAREST)
