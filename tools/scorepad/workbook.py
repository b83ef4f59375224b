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
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive, warnings.catch_warnings(action="ignore"):
            if sum(part.file_size for part in archive.infolist()) > _MOST:
                raise ValueError
            csv.writer(text, delimiter="\t", lineterminator="\n").writerows(_rows(raw))
    except Exception as error:  # what openpyxl raises is in no list, and a file may be anything
        again = "save it as a workbook (.xlsx), or as CSV UTF-8"
        raise UserError(f"{file}: this is no workbook that can be read; {again}") from error
    return text.getvalue()


def _rows(raw: bytes) -> Iterator[list[str]]:
    """Yield the cells of each row; of formulas, what they were when the file was saved."""
    book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # else it believes what the file says of its size
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > _ROWS or len(row) > _CELLS:
            raise ValueError
        cells = ["" if value is None else " ".join(str(value).split()) for value in row]
        yield cells + [""] * (_CELLS - len(cells))
