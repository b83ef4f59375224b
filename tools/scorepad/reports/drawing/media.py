"""Draws reports as files, by the name of their format."""

from collections.abc import Callable, Sequence
from importlib import import_module

from scorepad.errors import UserError
from scorepad.reports.content.report import Report
from scorepad.reports.drawing.html import as_html


def as_pdf(title: str, reports: Sequence[Report]) -> bytes:
    """The file. Raises UserError where its libraries are not installed, which are large."""
    try:
        drawing = import_module("scorepad.reports.drawing.pdf.report")
    except ModuleNotFoundError as missing:
        raise UserError(
            f"pdf needs {missing.name}, which is not installed: pip install 'scorepad[pdf]'; "
            "or take html and print it"
        ) from missing
    made: bytes = drawing.as_pdf(title, reports)
    return made


FORMATS: dict[str, Callable[[str, Sequence[Report]], str | bytes]] = {
    "html": as_html,
    "pdf": as_pdf,
}
