"""A table across a page of PDF: the columns, and rows that take as many lines as they need."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fpdf import Align

from scorepad.reports.content.report import NUMBER, TEXT, Table
from scorepad.reports.drawing.paper import use_print_signs
from scorepad.reports.drawing.pdf.pages import HAIR, INK, LEFT, PALE, THIN, Colour, Line, Page

_SIZE = 10.0
_GAP = 3.0  # between two columns
_TEXT = _SIZE * 4.0 / 9  # height of a line of text
_ROUND = 1.2  # what is above and below the text of a row
_WORD = 45.0  # the widest word that a column is made for; a wider one is drawn smaller

_Columns = list[tuple[float, str]]  # how wide, together the room of the page, and of which kind


def table_lines(page: Page, table: Table) -> Iterator[Line]:
    """Yield the heads, which are repeated on further pages, and the rows."""
    kinds = (column.kind for column in table.columns)
    columns = list(zip(_widths(page, table), kinds, strict=True))
    heads = _row(page, columns, table.heads, THIN, PALE)
    yield heads
    for place, row in enumerate(table.rows):
        line = _row(page, columns, row, THIN if place in table.ruled else HAIR)
        yield replace(line, again=heads)


def _row(
    page: Page, columns: _Columns, cells: Iterable[str], thick: float, colour: Colour = INK
) -> Line:
    """Return a row with a rule of this thickness below it; long texts take more lines."""
    written = [_lines(page, cell, *column) for cell, column in zip(cells, columns, strict=True)]
    most = max(map(len, written))

    def draw(page: Page, top: float, height: float) -> None:
        left, high = LEFT, height * _TEXT / (_TEXT * most + _ROUND)
        begin = top + (height - high * most) / 2
        for lines, (width, kind) in zip(written, columns, strict=True):
            for number, line in enumerate(lines):
                box = (left, begin + number * high, width - _GAP, high)
                align = Align.R if kind == NUMBER else Align.L
                page.write_in(box, line, _SIZE, colour, align)
            left += width
        page.rule(LEFT, top + height, LEFT + page.room, thick)

    return Line(_TEXT * most + _ROUND, draw)


def _lines(page: Page, cell: str, width: float, kind: str) -> list[str]:
    """Return the lines of a cell; only a text is broken."""
    return page.lines_of(cell, width - _GAP, _SIZE) if kind == TEXT else [use_print_signs(cell)]


def _widths(page: Page, table: Table) -> list[float]:
    """Return widths: words and numbers get what they need, texts share the rest."""
    kinds = [column.kind for column in table.columns]
    columns = list(zip(table.heads, *table.rows, strict=True))
    texts = [
        column if kind == TEXT else [use_print_signs(cell) for cell in column]
        for column, kind in zip(columns, kinds, strict=True)
    ]
    most = [_widest(page, column) for column in texts]
    least = [
        min(_WORD, _widest(page, " ".join(column).split())) if kind == TEXT else wide
        for column, kind, wide in zip(texts, kinds, most, strict=True)
    ]
    return _divide_room(page.room, least, most, kinds)


def _divide_room(
    room: float, least: list[float], most: list[float], kinds: list[str]
) -> list[float]:
    """Divide the room among columns with these least and preferred widths."""
    spare, more = room - sum(least), sum(most) - sum(least)
    if TEXT not in kinds or spare < 0:
        return [width * room / sum(least) for width in least]
    if spare < more:
        return [low + (high - low) * spare / more for low, high in zip(least, most, strict=True)]
    texts = sum(width for width, kind in zip(most, kinds, strict=True) if kind == TEXT)
    longer = 1 + (spare - more) / texts
    return [w * longer if kind == TEXT else w for w, kind in zip(most, kinds, strict=True)]


def _widest(page: Page, texts: Iterable[str]) -> float:
    return max((page.width_of(text, _SIZE) for text in texts), default=0.0) + _GAP
