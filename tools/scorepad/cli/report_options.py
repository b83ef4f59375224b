"""The options with which a command makes a file of its report: `--format` and `--output`."""

import argparse
from collections.abc import Callable

from scorepad.cli import output
from scorepad.errors import UserError
from scorepad.reports.content.report import Notice
from scorepad.reports.drawing.pdf.needed import with_pdf
from scorepad.reports.notice.page import as_html


def _as_pdf(notice: Notice) -> bytes:
    made: bytes = with_pdf("scorepad.reports.drawing.pdf.report").as_pdf(notice)
    return made


_FORMATS: dict[str, Callable[[Notice], str | bytes]] = {"html": as_html, "pdf": _as_pdf}


def check_format(given: argparse.Namespace) -> None:
    """Raises UserError for options that exclude one another."""
    if given.json and (given.format or given.output is not None):
        raise UserError("--json prints for programs: leave out --format and --output, or --json")
    if given.output is not None and not given.format:
        raise UserError("--output: say with --format what the file shall be, html or pdf")


def save(notice: Notice, given: argparse.Namespace) -> None:
    """Writes it in the format that is given. Raises UserError."""
    output.save(_FORMATS[given.format](notice), given.output)
