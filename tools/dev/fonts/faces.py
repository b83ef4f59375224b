"""The four fonts: where their glyphs come from and how large they are drawn."""

from collections.abc import Callable
from pathlib import Path

from . import drawings
from . import numerals as draw
from .drawings import Font, Glyph
from .numerals import Measures
from .shapes import Shape, rendered

HERE = Path(__file__).parent
Row = tuple[str, Callable[[Measures], Shape], Measures]

FIGURES = list(
    zip(
        "0123456789",
        (
            draw.zero,
            draw.one,
            draw.two,
            draw.three,
            draw.four,
            draw.five,
            draw.six,
            draw.seven,
            draw.eight,
            draw.nine,
        ),
        strict=True,
    )
)


def small() -> Font:
    """Twelve pixels a line: lists, hints, names."""
    return drawings.read(HERE / "small.txt")


def medium() -> Font:
    """Eighteen pixels a line: headings, questions."""
    return drawings.read(HERE / "medium.txt")


def large() -> Font:
    """Twenty-eight pixels a line: points and results."""
    figure = Measures(15, 26, 5, 4)
    narrow, wide, suit = figure.wide(13), figure.wide(23), Measures(25, 26, 4, 4)
    sign = Measures(15, 26, 4, 4)
    dot = Measures(5, 26, 5, 5)
    rows: list[Row] = [
        *((character, drawing, figure) for character, drawing in FIGURES),
        ("N", draw.letter_n, figure.wide(17)),
        ("E", draw.letter_e, narrow),
        ("S", draw.letter_s, figure),
        ("W", draw.letter_w, wide),
        ("T", draw.letter_t, figure),
        ("O", draw.zero, figure.wide(18)),
        ("D", draw.letter_d, figure),
        ("C", draw.letter_c, figure),
        ("H", draw.letter_h, figure),
        ("+", draw.plus, sign),
        ("-", draw.minus_sign, sign.wide(11)),
        ("–", draw.minus_sign, sign),
        ("=", draw.equals, sign),
        ("×", draw.times, sign),
        ("x", draw.times, sign),
        (".", draw.stop, dot),
        (":", draw.colon, dot),
        ("/", draw.slash, figure.wide(12)),
        ("♠", draw.spade, suit),
        ("♥", draw.heart, suit),
        ("♦", draw.diamond, suit.wide(23)),
        ("♣", draw.club, suit),
    ]
    return _drawn(28, 2, 8, rows)


def huge() -> Font:
    """Forty-eight pixels: one contract or result that fills the screen."""
    figure = Measures(30, 46, 9, 8)
    sign, suit = Measures(28, 46, 8, 8), Measures(42, 46, 7, 7)
    cross = Measures(26, 46, 8, 8)
    rows: list[Row] = [
        *((character, drawing, figure) for character, drawing in FIGURES),
        ("N", draw.letter_n, figure),
        ("T", draw.letter_t, figure.wide(29)),
        ("O", draw.zero, figure.wide(32)),
        ("+", draw.plus, sign),
        ("-", draw.minus_sign, sign.wide(22)),
        ("=", draw.equals, figure),
        ("×", draw.times, cross),
        ("x", draw.times, cross),
        ("♠", draw.spade, suit),
        ("♥", draw.heart, suit),
        ("♦", draw.diamond, suit.wide(40)),
        ("♣", draw.club, suit),
    ]
    return _drawn(48, 3, 12, rows)


def _drawn(height: int, gap: int, space: int, rows: list[Row]) -> Font:
    """A font from shapes; what is not as high as a line stands in the middle of it."""
    glyphs: dict[str, Glyph] = {" ": ["." * space] * height}
    for character, drawing, measures in rows:
        blank = "." * measures.width
        above = [blank] * ((height - measures.height) // 2)
        glyph = above + rendered(drawing(measures), measures.width, measures.height)
        glyphs[character] = glyph + [blank] * (height - len(glyph))
    return Font(height, gap, glyphs)


FACES = {"small": small, "medium": medium, "large": large, "huge": huge}
