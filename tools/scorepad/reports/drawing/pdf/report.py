"""Draws reports as a PDF, ready to mail, to print and to pin to a board."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from fpdf import Align

from scorepad.club.settings.current import UNSET, Settings
from scorepad.reports.content.report import Report, Section
from scorepad.reports.drawing.paper import DRAWING, use_print_signs
from scorepad.reports.drawing.pdf import pages
from scorepad.reports.drawing.pdf.sheet import sheet_lines
from scorepad.reports.drawing.pdf.table import table_lines
from scorepad.steps import Steps, show_nothing

# Of the ordinary size: what must be on one page can still be read, others from a step away.
_LEAST_OF_ONE_PAGE, _LEAST = 0.34, 0.8
_HEADING, _CORNER = 18, 9
_SAID, _HIGH = 9.5, 4.6  # size and height of a line of text


def as_pdf(
    title: str,
    written: Sequence[Report],
    settings: Settings = UNSET,
    steps: Steps = show_nothing,
) -> bytes:
    """Return the file; each report begins a page of the club's paper.

    Raise UserError for letters without a font.
    """
    letters = "".join(use_print_signs(text) for report in written for text in report.texts())
    leaves = map(_leaf, steps(written, len(written), DRAWING))
    return pages.document(title, letters, leaves, settings)


def _leaf(report: Report) -> pages.Leaf:
    least = _LEAST_OF_ONE_PAGE if report.one_page else _LEAST
    return pages.Leaf(partial(_lines, report=report), least)


def _lines(page: pages.Page, report: Report) -> Iterator[pages.Line]:
    yield pages.Line(10, partial(_heading, report=report))
    for note in report.notes:
        yield from _break_text(page, note, pages.PALE)
    if report.seats:
        yield pages.Line(3)
        yield from (pages.Line(5.5, _pair(*report.seats[at : at + 2])) for at in (0, 2))
    for section in report.sections:
        yield pages.Line(4)
        yield from _keep_together(list(_section(page, section)), section.together)


def _heading(page: pages.Page, top: float, height: float, report: Report) -> None:
    room = page.room / 2 if report.kind else page.room
    page.write_in((pages.LEFT, top, room, height), report.kind or report.heading, _HEADING)
    if report.kind:
        page.write_in(
            (pages.LEFT + room, top, room, height), report.heading, _CORNER, pages.PALE, Align.R
        )


def _pair(*seats: tuple[str, str]) -> pages.Draw:
    """Return a drawing of two seats; North and South are below one another."""

    def draw(page: pages.Page, top: float, height: float) -> None:
        middle = pages.LEFT + page.room / 2
        for left, (seat, name) in zip((pages.LEFT, middle), seats, strict=True):
            page.write_in((left, top, 6, height), seat, 10.5, pages.PALE)
            page.write_in((left + 6, top, page.room / 2 - 8, height), name, 10.5)

    return draw


def _keep_together(lines: list[pages.Line], together: bool) -> Iterator[pages.Line]:
    """Yield lines, the first with what must be on its page: the section, or two more lines."""
    first, *others = lines
    kept = others if together else others[:2]
    yield replace(first, keep=sum(line.height for line in kept))
    yield from others


def _section(page: pages.Page, section: Section) -> Iterator[pages.Line]:
    if section.title:
        yield pages.text_line(section.title, 12.5, pages.INK, Align.L, 6.5)
    if section.sheet:
        yield from sheet_lines(section.sheet)
    if section.table:
        yield from table_lines(page, section.table)
        yield pages.Line(1.5)
    for line in section.lines:
        yield from _break_text(page, use_print_signs(line), pages.INK)
    for line in section.outcome:
        yield pages.text_line(line, 13, pages.INK, Align.C, 8)


def _break_text(page: pages.Page, text: str, colour: pages.Colour) -> Iterator[pages.Line]:
    for line in page.lines_of(text, page.room, _SAID):
        yield pages.text_line(line, _SAID, colour, Align.L, _HIGH)
