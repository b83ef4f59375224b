"""Draws reports in a terminal, where a score sheet is at most 80 characters wide."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from scorepad.reports.content.report import PaperSheet, Report, Table
from scorepad.reports.drawing.lines import pieces, sheet_lines
from scorepad.reports.drawing.terminal_table import colour_suits, render_table


def render_report(report: Report, width: int) -> Iterator[RenderableType]:
    """Yield what a report says, line by line; `width`: of the terminal."""
    for piece in pieces(report):
        if isinstance(piece, Table):
            yield from render_table(piece, width)
        elif isinstance(piece, PaperSheet):
            for line, style in sheet_lines(piece, width):
                yield Text(line, style, no_wrap=True)
        else:
            yield colour_suits(*piece)
