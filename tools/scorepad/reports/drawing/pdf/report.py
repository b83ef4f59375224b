"""A report as a PDF on A4, ready to print and to pin to a board."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from fpdf import Align

from scorepad.reports.content.report import Block, Notice, Table
from scorepad.reports.drawing.pdf.pages import (
    HAIR,
    INK,
    PALE,
    ROOM,
    THIN,
    Line,
    Page,
    document,
    text_line,
)
from scorepad.reports.drawing.pdf.table import fitting

_LEAST = 0.8  # of the ordinary size: what is longer takes more pages, to be read from a step away
_SIZE = 10.0
_SAID, _HIGH = 9.5, 4.6  # size and height of a line of text


def as_pdf(notice: Notice) -> bytes:
    """The file. Raises UserError for letters that there is no font for."""
    text = "".join(_texts(notice))
    return document(notice.heading, text, [partial(_lines, notice=notice)], _LEAST)


def _texts(notice: Notice) -> Iterator[str]:
    yield from (notice.heading, *notice.notes)
    for block in notice.blocks:
        yield from (block.title, *block.lines)
        if block.table:
            yield from (
                cell for row in [block.table.heads, *block.table.on_paper()] for cell in row
            )


def _lines(page: Page, notice: Notice) -> Iterator[Line]:
    yield text_line(notice.heading, 18, INK, Align.L, 10)
    for note in notice.notes:
        yield from _broken(page, note, PALE)
    for block in notice.blocks:
        yield Line(4)
        yield from _kept(list(_block(page, block)), block.together)


def _kept(lines: list[Line], together: bool) -> Iterator[Line]:
    """With the first what must be on its page: all the block, or the next two lines of it."""
    first, *others = lines
    kept = others if together else others[:2]
    yield replace(first, keep=sum(line.height for line in kept))
    yield from others


def _block(page: Page, block: Block) -> Iterator[Line]:
    if block.title:
        yield text_line(block.title, 12.5, INK, Align.L, 6.5)
    if block.table:
        yield from _table(page, block.table)
        yield Line(1.5)
    for line in block.lines:
        yield from _broken(page, line, INK)


def _table(page: Page, table: Table) -> Iterator[Line]:
    rows = table.on_paper()
    columns = fitting(page, [table.heads, *rows], table.numbers, _SIZE)
    heads = columns.row(page, table.heads, THIN, PALE)
    yield heads
    yield from (replace(columns.row(page, row, HAIR), again=heads) for row in rows)


def _broken(page: Page, text: str, colour: tuple[int, int, int]) -> Iterator[Line]:
    """A text that may need several lines."""
    for line in page.lines_of(text, ROOM, _SAID):
        yield text_line(line, _SAID, colour, Align.L, _HIGH)
