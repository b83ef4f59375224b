"""The classic sheet in a PDF: a thick line, thin ones after games, a double one at the end."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fpdf import Align

from scorepad.reports.content.report import PaperEntry, PaperRow, PaperSheet
from scorepad.reports.drawing.pdf.pages import INK, LEFT, PALE, THICK, THIN, Line, Page

_SHEET = 140.0  # width of a sheet of two columns
_NUMBER = 0.42  # of the width of a column: where its numbers end


def sheet_lines(sheet: PaperSheet) -> Iterator[Line]:
    """Yield the lines from the heads to the totals."""
    accounts = len(sheet.heads)
    yield _columns(sheet.heads)
    yield from map(_entries, sheet.above)
    yield _line_above(accounts, THICK)
    for game, following in pairwise([*sheet.games, None]):
        yield from map(_entries, game or ())
        if following is not None:
            yield _line_above(accounts, THIN)
    yield _line_above(accounts, THIN, 0.9)
    yield _line_above(accounts, THIN)
    yield _entries(sheet.totals, 17, 10)


def _sides(page: Page, accounts: int) -> tuple[float, float]:
    """Return the left edge of the sheet, and the width of a column."""
    width = _SHEET if accounts == 2 else page.room
    return LEFT + (page.room - width) / 2, width / accounts


def _columns(names: Sequence[str]) -> Line:
    def draw(page: Page, top: float, height: float) -> None:
        left, width = _sides(page, len(names))
        for place, name in enumerate(names):
            box = (left + place * width, top, width, height)
            page.write_in(box, name, 13, align=Align.C)
        _middles(page, len(names), top, height)

    return Line(8, draw)


def _entries(row: PaperRow, size: float = 13, height: float = 6.5) -> Line:
    def draw(page: Page, top: float, high: float) -> None:
        left, width = _sides(page, len(row))
        for place, entry in enumerate(row):
            if entry:
                _entry(page, entry, (left + place * width, top, width, high), size)
        _middles(page, len(row), top, high)

    return Line(height, draw)


def _entry(
    page: Page, entry: PaperEntry, box: tuple[float, float, float, float], size: float
) -> None:
    """Write the points, and next to them in small type their reason."""
    left, top, width, height = box
    number = width * _NUMBER
    page.write_in((left, top, number, height), str(entry.points), size, align=Align.R)
    room = width - number - 4
    page.write_in((left + number + 3, top, room, height), entry.label, 8.5, PALE)


def _middles(page: Page, accounts: int, top: float, height: float) -> None:
    left, width = _sides(page, accounts)
    page.set_draw_color(*INK)
    page.set_line_width(0.5)
    for place in range(1, accounts):
        page.line(left + place * width, top, left + place * width, top + height)


def _line_above(accounts: int, thick: float, height: float = 0) -> Line:
    """Return a line across the sheet, with this height of the sheet below it."""

    def draw(page: Page, top: float, high: float) -> None:
        left, width = _sides(page, accounts)
        page.rule(left, top, left + accounts * width, thick)
        _middles(page, accounts, top, high)

    return Line(height, draw)
