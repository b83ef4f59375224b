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
    figure, sign = Measures(15, 26, 5, 4), Measures(11, 26, 4, 4)
    rows: list[Row] = [
        *((character, drawing, figure) for character, drawing in FIGURES),
        ("-", draw.minus_sign, sign),
    ]
    return _drawn(28, 2, 8, rows)


def huge() -> Font:
    """Forty-eight pixels: one contract or result that fills the screen."""
    figure = Measures(30, 46, 9, 8)
    sign, suit = Measures(28, 46, 8, 8), Measures(42, 46, 7, 7)
    rows: list[Row] = [
        *((character, drawing, figure) for character, drawing in FIGURES),
        ("N", draw.letter_n, figure),
        ("T", draw.letter_t, figure.wide(29)),
        ("+", draw.plus, sign),
        ("-", draw.minus_sign, sign.wide(22)),
        ("=", draw.equals, figure),
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
