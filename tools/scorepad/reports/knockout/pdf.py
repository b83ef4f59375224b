"""The summary sheet of a knock-out as a PDF on A4, ready to mail."""

from collections.abc import Iterator
from functools import partial

from fpdf import Align

from scorepad.club.knockout.competition import Competition
from scorepad.reports.content import knockout as sheet
from scorepad.reports.drawing.pdf.pages import (
    HAIR,
    INK,
    PALE,
    THIN,
    Line,
    Page,
    document,
    text_line,
)
from scorepad.reports.drawing.pdf.table import Columns

_COLUMNS = Columns((12.0, 52.0, 14.0, 14.0, 52.0, 30.0), sheet.NUMBERS, 9.0)


def as_pdf(held: Competition) -> bytes:
    """The file. Raises UserError for letters that there is no font for."""
    return document(held.name, "".join(_texts(held)), [partial(_lines, held=held)])


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
        yield _COLUMNS.row(page, sheet.HEADS, THIN)
        yield from (_COLUMNS.row(page, row, HAIR) for row in one.rows)
    yield Line(5)
    for said in sheet.result(held):
        yield text_line(said, 13, INK, Align.C, 8)
