"""The summary sheet of a knock-out as a PDF on A4, ready to mail."""

from collections.abc import Iterable, Iterator
from functools import partial

from fpdf import Align

from scorepad.club import pdf_fonts
from scorepad.club.knockout import sheet
from scorepad.club.knockout.competition import Competition
from scorepad.club.pdf import HAIR, INK, LEFT, PALE, ROOM, THIN, Line, Page, document, text_line
from scorepad.errors import UserError

_WIDTHS = (12.0, 52.0, 14.0, 14.0, 52.0, 30.0)  # of the columns, together ROOM
_GAP = 3.0  # between two of them
_SIZE = 9.0
_TEXT, _ROUND = 4.0, 1.2  # height of a line of text, and what is above and below the text of a row


def as_pdf(held: Competition) -> bytes:
    """The file. Raises UserError for letters that there is no font for."""
    text = "".join(_texts(held))
    lacking = pdf_fonts.lacking(text)
    if lacking:
        raise UserError(f"there is no font for {lacking!a}; take html and print that")
    return document(held.name, text, [partial(_lines, held=held)])


def _texts(held: Competition) -> Iterator[str]:
    """All that is written, but for what this program says in its own words."""
    yield held.name
    for one in sheet.rounds(held):
        yield from (cell for row in one.rows for cell in row)


def _lines(page: Page, held: Competition) -> Iterator[Line]:
    yield text_line(held.name, 20, INK, Align.L, 9)
    yield text_line(sheet.heading(held), 10, PALE, Align.L, 6)
    for one in sheet.rounds(held):
        yield Line(5)
        yield text_line(one.name, 13, INK, Align.L, 7)
        yield _row(page, sheet.HEADS, THIN)
        yield from (_row(page, row, HAIR) for row in one.rows)
    yield Line(5)
    for said in sheet.result(held):
        yield text_line(said, 13, INK, Align.C, 8)


def _row(page: Page, cells: Iterable[str], thick: float) -> Line:
    """A row of a table, with a rule of this thickness beneath it; long names take more lines."""
    columns = list(zip(cells, _WIDTHS, strict=True))
    written = [page.lines_of(cell, width - _GAP, _SIZE) for cell, width in columns]
    most = max(map(len, written))

    def draw(page: Page, top: float, height: float) -> None:
        left, high = LEFT, height * _TEXT / (_TEXT * most + _ROUND)
        begin = top + (height - high * most) / 2
        for place, (lines, width) in enumerate(zip(written, _WIDTHS, strict=True)):
            align = Align.R if place in sheet.NUMBERS else Align.L
            for number, line in enumerate(lines):
                box = (left, begin + number * high, width - _GAP, high)
                page.write_in(box, line, _SIZE, INK, align)
            left += width
        page.rule(LEFT, top + height, LEFT + ROOM, thick)

    return Line(_TEXT * most + _ROUND, draw)
