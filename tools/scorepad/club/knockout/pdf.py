"""The summary sheet of a knock-out as a PDF on A4, ready to mail."""

from collections.abc import Iterator

from fpdf import Align

from scorepad.club import pdf_fonts
from scorepad.club.knockout import sheet
from scorepad.club.knockout.competition import Competition
from scorepad.club.pdf import HAIR, INK, LEFT, PALE, ROOM, THIN, Line, Page, document, text_line
from scorepad.errors import UserError

_WIDTHS = (12.0, 52.0, 14.0, 14.0, 52.0, 30.0)  # of the columns, together ROOM
_GAP = 3.0  # between two of them
_SIZE = 9.0


def as_pdf(held: Competition) -> bytes:
    """The file. Raises UserError for letters that there is no font for."""
    text = "".join(_texts(held))
    lacking = pdf_fonts.lacking(text)
    if lacking:
        raise UserError(f"there is no font for {lacking!a}; take html and print that")
    return document(held.name, text, [lambda page: _lines(held)])


def _texts(held: Competition) -> Iterator[str]:
    """All that is written, but for what this program says in its own words."""
    yield held.name
    for one in sheet.rounds(held):
        yield from (cell for row in one.rows for cell in row)


def _lines(held: Competition) -> Iterator[Line]:
    yield text_line(held.name, 20, INK, Align.L, 9)
    yield text_line(sheet.heading(held), 10, PALE, Align.L, 6)
    for one in sheet.rounds(held):
        yield Line(5)
        yield text_line(one.name, 13, INK, Align.L, 7)
        yield _row(sheet.HEADS, THIN)
        yield from (_row(row, HAIR) for row in one.rows)
    yield Line(5)
    for said in sheet.result(held):
        yield text_line(said, 13, INK, Align.C, 8)


def _row(cells: list[str] | tuple[str, ...], thick: float) -> Line:
    """A line of a table, with a rule of this thickness beneath it."""

    def draw(page: Page, top: float, height: float) -> None:
        left = LEFT
        for place, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True)):
            align = Align.R if place in sheet.NUMBERS else Align.L
            page.write_in((left, top, width - _GAP, height), cell, _SIZE, INK, align)
            left += width
        page.rule(LEFT, top + height, LEFT + ROOM, thick)

    return Line(5.2, draw)
