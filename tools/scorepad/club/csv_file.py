"""Reads CSV as spreadsheets write it: commas or semicolons between the cells, UTF-8."""

import csv
import io
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from scorepad.errors import UserError


def rows(file: str) -> Iterator[tuple[str, list[str]]]:
    """Where each row begins (file and line), and its cells; rows without a word are left out.

    Raises UserError.
    """
    text = _text(file)
    head = next(iter(text.splitlines()), "")
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if ";" in head else ",", strict=True
    )
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield f"{file}:{line}", [tidy(cell) for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        raise UserError(f"{file}:{line}: this is not CSV: {error}") from error


def _text(file: str) -> str:
    """What is in the file, without the mark that some programs put before UTF-8."""
    try:
        raw = Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{file}: cannot be read ({reason})") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UserError(f"{file}:{line}: this is not UTF-8; save it as CSV in UTF-8") from error


def tidy(cell: str) -> str:
    """Without blanks around it, and accents written in one way only."""
    return unicodedata.normalize("NFC", cell.strip())
