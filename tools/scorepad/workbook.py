"""Reads the first sheet of a workbook, as Excel and LibreOffice save it (.xlsx)."""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator

import openpyxl

from scorepad.errors import UserError

_MOST = 1 << 26  # bytes, unpacked: a workbook of 14,000 members has some 6 MB
_ROWS, _CELLS = 50_000, 100  # of the sheet, and of a row


def text_of(file: str, raw: bytes) -> str:
    """Return it as CSV, a line a row. Raise UserError if it is no workbook, or too large."""
    text = io.StringIO(newline="")
    lines = csv.writer(text, delimiter="\t", lineterminator="\n")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive, warnings.catch_warnings(action="ignore"):
            large = sum(part.file_size for part in archive.infolist()) > _MOST
            for number, cells in enumerate([] if large else _rows(raw), 1):
                large |= number > _ROWS or len(cells) > _CELLS or text.tell() > _MOST
                if large:
                    break
                lines.writerow(cells + [""] * (_CELLS - len(cells)))
    except Exception as error:  # what openpyxl raises is in no list, and a file may be anything
        again = "save it as a workbook (.xlsx), or as CSV UTF-8"
        raise UserError(f"{file}: this is no workbook that can be read; {again}") from error
    if large:
        most = f"at most {_ROWS:,} rows, {_CELLS} columns and {_MOST >> 20} MB"
        raise UserError(f"{file}: this workbook is too large; its first sheet has {most}")
    return text.getvalue()


def _rows(raw: bytes) -> Iterator[list[str]]:
    """Yield the cells of each row, without empty ones at its end, and no empty rows at the end.

    Of formulas they have what these came to when the file was saved.
    """
    book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # else it believes what the file says of its size
    empty = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        empty += 1
        if cells:
            yield from ([] for _ in range(empty - 1))
            yield cells
            empty = 0


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():  # some write 4711 as 4711.0
        value = int(value)
    return "" if value is None else " ".join(str(value).split())
