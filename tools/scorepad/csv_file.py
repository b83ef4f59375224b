"""Reads CSV as spreadsheets write it: commas, semicolons or tabs between cells, UTF-8."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator

from scorepad.errors import UserError
from scorepad.sent_files import content_of

_SEPARATOR = re.compile("sep=([,;\t])\r?\n", re.IGNORECASE)  # a first line for Excel
_HEAD = 64  # bytes
_AGAIN = (
    "save it once more: in Excel by Save as, file type CSV UTF-8; in LibreOffice by Save as, "
    "file type Text CSV, character set Unicode (UTF-8)"
)


def rows(file: str) -> Iterator[tuple[str, list[str]]]:
    """Where each row begins (file and line), and its cells; rows without a word are left out.

    So are columns at the end in which no row has a word. Raises UserError.
    """
    yield from rows_of(file, text_of(file))


def full_rows(
    file: str, columns: tuple[str, ...], what: str
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield where each row begins, and its cells by these columns, which the first row names.

    Raises UserError, also for a row in which a cell is missing; `what`: what a row is.
    """
    lines = rows(file)
    where, head = next(lines, (file, []))
    named = [cell.casefold() for cell in head]
    if sorted(named) != sorted(columns):
        raise UserError(f"{where}: the first row names the columns: {', '.join(columns)}")
    for where, cells in lines:
        if len(cells) != len(columns) or not all(cells):
            raise UserError(f"{where}: {what}")
        yield where, dict(zip(named, cells, strict=True))


def rows_of(file: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """The same of a text that was read before."""
    found = list(_rows(file, text))
    width = max((_width(cells) for _, cells in found), default=0)
    for where, cells in found:
        yield where, cells[:width]


def _rows(file: str, text: str) -> Iterator[tuple[str, list[str]]]:
    said = _SEPARATOR.match(text)
    head = next(iter(text.splitlines()), "")
    delimiter = said[1] if said else next((mark for mark in "\t;" if mark in head), ",")
    line = skipped = 1 if said else 0
    line += 1
    rest = io.StringIO(text[said.end() :] if said else text, newline="")
    reader = csv.reader(rest, delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield f"{file}:{line}", [tidy(cell) for cell in cells]
            line = reader.line_num + skipped + 1
    except csv.Error as error:
        raise UserError(f"{file}:{line}: this is not CSV: {error}") from error


def _width(cells: list[str]) -> int:
    """As far as there are words."""
    return max((place for place, cell in enumerate(cells, 1) if cell), default=0)


def text_of(file: str) -> str:
    """What is in a file, without the mark of UTF-8 before it. Raises UserError."""
    raw = content_of(file)
    if raw[:_HEAD].count(0) > len(raw[:_HEAD]) // 4:  # every other byte of Latin letters
        raise UserError(f"{file}:1: this is not UTF-8 but UTF-16; {_AGAIN}")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UserError(f"{file}:{line}: this is not UTF-8; {_AGAIN}") from error


def tidy(cell: str) -> str:
    """Without blanks around it, and accents written in one way only."""
    return unicodedata.normalize("NFC", cell.strip())
