"""Reads lists as spreadsheets save them: CSV with commas, semicolons or tabs, or workbooks."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from scorepad.errors import UserError
from scorepad.language import Text, text
from scorepad.upload import Upload

_SEPARATOR = re.compile("sep=([,;\t])\r?\n", re.IGNORECASE)  # a first line for Excel
_HEAD, _MOST = 64, 1 << 26  # bytes
_AGAIN = (
    "save it once more: in Excel by Save as, file type CSV UTF-8; in LibreOffice by Save as, "
    "file type Text CSV, character set Unicode (UTF-8)"
)


Rows = list[tuple[str, dict[str, str]]]  # where each begins (file and line), its cells by meaning


class Column(NamedTuple):
    """A column of a file.

    head: its name there; key: the words of that
    meaning: the known column that it is read as, "" if it is passed over
    example: its first cell that is not empty
    """

    head: str
    key: str
    meaning: str
    example: str


def read_columns(
    file: Upload, known: tuple[str, ...], needed: tuple[str, ...], chosen: Mapping[str, str]
) -> tuple[list[Column], Rows]:
    """Return the columns of a file, which its first row names, and its rows. Raise UserError.

    known: the columns that are read, which files may call as columns.toml says
    needed: those of them that must be there, with something in each row
    chosen: what columns are read as, by their keys, "" to pass one over
    """
    (first, head), *lines = [*rows_of(file.name, text_of(file))] or [(file.name, [])]
    columns = f"columns are {', '.join(known)}"
    if not all(head or [""]):
        raise UserError(f"{first}: it is empty, or a column has no name; {columns}")
    keys = [head_key(cell) for cell in head]
    if strange := ({*chosen} - {*keys}) | ({*chosen.values()} - {*known, ""}):
        raise UserError(f"{first}: there is no column {min(strange)}; {columns}")
    said = [meaning for meaning in chosen.values() if meaning]
    if twice := {meaning for meaning in said if said.count(meaning) > 1}:
        raise UserError(f"{first}: two columns are to be {min(twice)}; {columns}")
    meanings = [chosen.get(key, "") for key in keys]
    for meaning in (name for name in known if name not in meanings):
        called = [key for key in (meaning, *_names()[meaning]) if key in {*keys} - {*chosen}]
        if called and keys.count(called[0]) > 1:
            raise UserError(f"{first}: the column {called[0]} is there twice; {columns}")
        if called:
            meanings[keys.index(called[0])] = meaning
        elif meaning in needed:
            raise UserError(f"{first}: no column is called {meaning}; {columns}")
    rows = [(where, dict(zip(meanings, cells, strict=True))) for where, cells in lines]
    for where, row in rows:
        if not all(row[name] for name in needed):
            raise UserError(f"{where}: a row has something in each of {', '.join(needed)}")
    examples = (
        next(filter(None, cells), "") for cells in zip(*(row for _, row in lines), strict=True)
    )
    found = zip_longest(head, keys, meanings, examples, fillvalue="")
    return [Column(*each) for each in found], rows


def name_passed_over(columns: list[Column]) -> list[Text]:
    """Return a sentence for each column that is not read."""
    known = ", ".join(column.meaning for column in columns if column.meaning)
    heads = (repr(column.head[:100]) for column in columns if not column.meaning)
    return [
        text("passed over: the column {column}; read are {known}", column=head, known=known)
        for head in heads
    ]


@cache
def _names() -> dict[str, list[str]]:
    import tomllib  # noqa: PLC0415  # few commands read a list

    return tomllib.loads(Path(__file__).with_name("columns.toml").read_text("utf-8"))


def head_key(head: str) -> str:
    """Return the words of a column's name: "Mitglieds-Nr." and "mitglieds nr" are one."""
    return " ".join(re.findall(r"[^\W_]+", head.casefold()))


def rows_of(file: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield where each row begins (file and line), and its cells.

    Rows without a word are left out, and so are columns at the end in which no row has a word.
    Raise UserError, also for a row with more cells, or fewer, than the first.
    """
    found = list(_rows(file, text))
    filled = (at for _, cells in found for at, cell in enumerate(cells, 1) if cell)
    width = max(filled, default=0)
    for where, cells in found:
        if len(cells[:width]) != len(found[0][1][:width]):
            raise UserError(
                f"{where}: {len(cells)} cells where the first row has {len(found[0][1])}; "
                "a cell with a comma or semicolon in it stands in quotes"
            )
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


def text_of(file: Upload) -> str:
    """Return what is in a file, without the mark of UTF-8 before it. Raise UserError."""
    name, raw = file.name, file.read(_MOST + 1)
    if len(raw) > _MOST:
        raise UserError(f"{name}: it has more than {_MOST >> 20} MB, as no list of a club has")
    if raw.startswith(b"PK\x03\x04"):  # a zip archive
        from scorepad import workbook  # noqa: PLC0415  # few lists are one, and it is slow to load

        return workbook.text_of(name, raw)
    if raw[:_HEAD].count(0) > len(raw[:_HEAD]) // 4:  # every other byte of Latin letters
        raise UserError(f"{name}:1: this is not UTF-8 but UTF-16; {_AGAIN}")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UserError(f"{name}:{line}: this is not UTF-8; {_AGAIN}") from error


def tidy(cell: str) -> str:
    """Return a cell without surrounding blanks, with accents composed (NFC)."""
    return unicodedata.normalize("NFC", cell.strip())
