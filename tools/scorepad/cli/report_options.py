"""The options with which a command makes a file of its report: `--format` and `--output`."""

import argparse
from collections.abc import Callable
from typing import Any

from scorepad.cli import output
from scorepad.cli.club_settings import settings_for
from scorepad.errors import UserError
from scorepad.reports.content.report import Report
from scorepad.reports.drawing.media import FORMATS


def check_format(given: argparse.Namespace) -> None:
    """Raises UserError for options that exclude one another."""
    if given.json and (given.format or given.output is not None):
        raise UserError("--json prints for programs: leave out --format and --output, or --json")
    if given.output is not None and not given.format:
        raise UserError("--output: say with --format what the file shall be, html or pdf")


def give(
    given: argparse.Namespace,
    for_programs: Callable[[], Any],
    report: Callable[[], Report],
    *above: str,
    headed: bool = True,
) -> None:
    """Prints a report as the options say, for people perhaps with a heading, and lines above it.

    Raises UserError.
    """
    if given.json:
        output.save_json(for_programs())
    elif given.format:
        save(report(), given)
    else:
        output.show(*above, report() if headed else report().unheaded)


def save(report: Report, given: argparse.Namespace) -> None:
    """Writes it in the format that is given. Raises UserError."""
    settings = settings_for(given)
    output.save(FORMATS[given.format](report.heading, [report], settings), given.output)
