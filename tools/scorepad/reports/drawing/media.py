"""Draws reports as files, by the name of their format: what members may read of them."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.language import say_in
from scorepad.reports.content.report import Report, in_language
from scorepad.reports.drawing.html import as_html
from scorepad.steps import Steps, show_nothing

_OF_PDF = ("fpdf", "fontTools", "uharfbuzz")


def as_pdf(
    title: str,
    reports: Sequence[Report],
    settings: Settings = UNSET,
    steps: Steps = show_nothing,
) -> bytes:
    """Return the file. Raise UserError if the large libraries are not installed."""
    try:
        drawing = import_module("scorepad.reports.drawing.pdf.report")
    except ModuleNotFoundError as missing:
        raise UserError(
            f"pdf needs {missing.name}, which is not installed: pip install 'scorepad[pdf]'; "
            "or take html and print it"
        ) from missing
    code = settings.language
    said = [in_language(report.public, code) for report in reports]
    made: bytes = drawing.as_pdf(say_in(code, title), said, settings, steps)
    return made


def has_pdf() -> bool:
    """Return True if the libraries of PDF are installed."""
    return all(find_spec(name) for name in _OF_PDF)


# What makes a file of reports; paper and foot of its pages are as the club has set.
FORMATS: dict[str, Callable[[str, Sequence[Report], Settings, Steps], str | bytes]] = {
    "html": as_html,
    "pdf": as_pdf,
}
