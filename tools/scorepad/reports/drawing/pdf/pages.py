"""Pages as a PDF, to print and to pin to a board: lines from top to bottom.

Each line has the height that it would like. If together they are higher than the page, all are
drawn smaller.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from fpdf import FPDF, Align

from scorepad import files, wording
from scorepad.club.settings.current import A4, Settings
from scorepad.errors import UserError
from scorepad.reports.drawing.pdf import fonts as pdf_fonts

LEFT, _TOP = 18.0, 16.0  # all lengths are in millimetres
_FOOT = 10.0  # above the lower edge of the paper begins what is at the foot of the page
_FOOT_SIZE, _FOOT_HEIGHT = 8, 4
_CLOSER = 1.15  # times as big as its lines are high, is text that must be small

INK, PALE, RULE, RED = (27, 27, 27), (109, 106, 99), (185, 180, 168), (179, 32, 28)
HAIR, THIN, THICK = 0.12, 0.3, 0.9

_BEFORE = {Align.L: 0.0, Align.C: 0.5, Align.R: 1.0}  # how much of what is free stands before
_RED_SUITS = re.compile(f"([{wording.RED}])")

Colour = tuple[int, int, int]


class Page(FPDF):
    """A page for text of one family; no text is ever cut off."""

    scale = 1.0  # of all that is on it

    def __init__(self, text: str, folder: Path, paper: str = A4, foot: str = ""):
        """Prepare the fonts for `text`, every character that will be written.

        `folder`: temporary, for as long as the page is used; `foot`: the text at the foot of each
        page.
        """
        super().__init__(format=paper)
        self._foot = foot
        self._widths: dict[str, float] = {}  # of texts, in the size 1
        self.set_auto_page_break(False)
        self.c_margin = 0
        fallbacks = [pdf_fonts.regular(*each, folder) for each in pdf_fonts.others(text).items()]
        for font in (pdf_fonts.BASE, *fallbacks):
            self.add_font(font.stem, fname=font, collection_font_number=0)
        self.set_fallback_fonts([font.stem for font in fallbacks], exact_match=False)
        self.set_text_shaping(True)
        self.set_font(pdf_fonts.BASE.stem)

    @property
    def room(self) -> float:
        """The width for text, in millimetres."""
        width: float = self.w
        return width - 2 * LEFT

    @property
    def high(self) -> float:
        """The height for lines, in millimetres."""
        height: float = self.h
        return height - 2 * _TOP

    def footer(self) -> None:
        """Write the foot of the page, as small on every page; the library calls it."""
        scale, self.scale = self.scale, 1.0
        box = (LEFT, self.h - _FOOT, self.room, _FOOT_HEIGHT)
        self.write_in(box, self._foot, _FOOT_SIZE, PALE, Align.C)
        self.scale = scale

    @property
    def text_scale(self) -> float:
        """The scale of text: lines that must be lower first come closer together."""
        return min(1.0, _CLOSER * self.scale)

    def write_in(
        self,
        box: tuple[float, float, float, float],
        text: str,
        size: float,
        colour: Colour = INK,
        align: Align = Align.L,
    ) -> None:
        """Write into left, top, width and height, smaller if need be; red suits in red."""
        left, top, width, height = box
        wide = self.width_of(text, size)
        if wide > width:
            self.set_font_size(size * self.text_scale * width / wide)
        left += _BEFORE[align] * max(0.0, width - wide)
        for part in filter(None, _RED_SUITS.split(text)):
            self.set_text_color(*(RED if part in wording.RED else colour))
            self.set_xy(left, top)
            self.cell(None, height, part)
            # If it begins in another font, the library forgets what it has set: it takes the font
            # for set on the page, and PDF's end of a local setting (Q) has undone that.
            self.current_font_is_set_on_page = False
            left = self.get_x()

    def rule(self, left: float, top: float, right: float, thick: float) -> None:
        self.set_draw_color(*(RULE if thick == HAIR else INK))
        self.set_line_width(thick)
        self.line(left, top, right, top)

    def width_of(self, text: str, size: float) -> float:
        """Return the width of a line of text that is not shrunk to fit."""
        self.set_font_size(size * self.text_scale)
        if text not in self._widths:
            self._widths[text] = self.get_string_width(text) / self.font_size_pt
        return self._widths[text] * self.font_size_pt

    def lines_of(self, text: str, width: float, size: float) -> list[str]:
        """Return `text` in lines no longer than `width`, except for single long words."""
        first, *rest = text.split() or [""]
        lines = [first]
        for word in rest:
            longer = f"{lines[-1]} {word}"
            if self.width_of(longer, size) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


Draw = Callable[[Page, float, float], None]  # on a page, from a top, with a height


@dataclass(frozen=True)
class Line:
    """A line across the page: its preferred height, and how it is drawn.

    `keep`: height below it which must be on the same page. `again`: repeated above it if it begins
    a new page.
    """

    height: float
    draw: Draw = lambda page, top, height: None
    keep: float = 0.0
    again: "Line | None" = None


@dataclass(frozen=True)
class Leaf:
    """Content that begins a page; `lines`: its lines, broken for the page's scale.

    `least`: smallest scale; what would have to be smaller takes more pages.
    """

    lines: Callable[[Page], Iterable[Line]]
    least: float


def document(title: str, text: str, leaves: Iterable[Leaf], settings: Settings) -> bytes:
    """Return a PDF on the club's paper; `text`: with every character that is in it.

    Raise UserError if there is no room for a font, and for letters without a font.
    """
    if lacking := pdf_fonts.lacking(text + settings.identity):
        raise UserError(f"there is no font for {lacking!a}; take html and print that")
    with files.scratch() as folder:
        foot = wording.visible(settings.identity)
        page = Page(text + foot, folder, settings.paper, foot)
        page.set_title(title)
        page.set_lang(settings.language)
        page.set_creator("Scorepad")
        for leaf in leaves:
            _draw(page, _fit_lines(page, leaf))
        return bytes(page.output())


def _fit_lines(page: Page, leaf: Leaf) -> list[Line]:
    """Return the lines of a leaf, and scale the page so that they fit.

    Smaller text is broken into fewer lines, hence the second look.
    """
    page.scale = 1.0
    for _ in range(2):
        lines = list(leaf.lines(page))
        page.scale = max(leaf.least, min(1.0, page.high / sum(line.height for line in lines)))
    return lines


def _draw(page: Page, lines: list[Line]) -> None:
    """Draw lines on a new page; if the smallest scale is too large, continue on further pages."""
    page.add_page()
    top = _TOP
    for line in lines:
        kept = (line.height + line.keep) * page.scale
        if top + kept > _TOP + page.high + 0.01:  # a length may be a rounding error too long
            page.add_page()
            top = _TOP if line.again is None else _draw_line(page, line.again, _TOP)
        top = _draw_line(page, line, top)


def _draw_line(page: Page, line: Line, top: float) -> float:
    height = line.height * page.scale
    line.draw(page, top, height)
    return top + height


def text_line(text: str, size: float, colour: Colour, align: Align, height: float) -> Line:
    def draw(page: Page, top: float, high: float) -> None:
        page.write_in((LEFT, top, page.room, high), text, size, colour, align)

    return Line(height, draw)
