"""A table across a page of PDF: the columns, and rows that take as many lines as they need."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fpdf import Align

from scorepad.reports.drawing.pdf.pages import INK, LEFT, ROOM, Colour, Line, Page

_GAP = 3.0  # between two columns
_TEXT = 4.0 / 9  # height of a line of text, of its size in points
_ROUND = 1.2  # what is above and below the text of a row
_WORD = 45.0  # the widest word that a column is made for; a wider one is drawn smaller


@dataclass(frozen=True)
class Columns:
    """`widths`: together ROOM; `numbers`: the places of those with numbers, which end in line."""

    widths: Sequence[float]
    numbers: Collection[int]
    size: float

    def row(self, page: Page, cells: Iterable[str], thick: float, colour: Colour = INK) -> Line:
        """A row with a rule of this thickness beneath it; long texts take more lines."""
        written = [self._broken(page, *place) for place in enumerate(cells)]
        most, text = max(map(len, written)), self.size * _TEXT

        def draw(page: Page, top: float, height: float) -> None:
            left, high = LEFT, height * text / (text * most + _ROUND)
            begin = top + (height - high * most) / 2
            for place, (lines, width) in enumerate(zip(written, self.widths, strict=True)):
                align = Align.R if place in self.numbers else Align.L
                for number, line in enumerate(lines):
                    box = (left, begin + number * high, width - _GAP, high)
                    page.write_in(box, line, self.size, colour, align)
                left += width
            page.rule(LEFT, top + height, LEFT + ROOM, thick)

        return Line(text * most + _ROUND, draw)

    def _broken(self, page: Page, place: int, cell: str) -> list[str]:
        """The lines of a cell; a number is never broken."""
        if place in self.numbers:
            return [cell]
        return page.lines_of(cell, self.widths[place] - _GAP, self.size)


def fitting(
    page: Page, rows: Iterable[Sequence[str]], numbers: Collection[int], size: float
) -> Columns:
    """Columns for these rows: numbers have what they need, words share what is left."""
    cells = list(zip(*rows, strict=True))
    widths = [_widest(page, column, size) for column in cells]
    places = [place for place in range(len(cells)) if place not in numbers]
    broken = [_longest_word(page, cells[place], size) for place in places]
    room = ROOM - sum(widths[place] for place in numbers)
    for place, width in zip(
        places, _shared(broken, [widths[p] for p in places], room), strict=True
    ):
        widths[place] = width
    return Columns(widths, numbers, size)


def _widest(page: Page, texts: Iterable[str], size: float) -> float:
    return max((page.width_of(text, size) for text in texts), default=0.0) + _GAP


def _longest_word(page: Page, texts: Iterable[str], size: float) -> float:
    return min(_WORD, _widest(page, [word for text in texts for word in text.split()], size))


def _shared(least: list[float], most: list[float], room: float) -> list[float]:
    """The room among columns, as browsers do: what is spare goes to those that want more."""
    for widths, enough in ((most, sum(most) <= room), (least, sum(least) >= room)):
        if enough:
            return [width * room / sum(widths) for width in widths]
    part = (room - sum(least)) / (sum(most) - sum(least))
    return [low + part * (high - low) for low, high in zip(least, most, strict=True)]
