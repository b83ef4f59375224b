"""The lines of movements in a JSON text, each with where it stands.

Either a list of lines (`round`, `table`, `ns`, `ew`, `first_board`, `last_board`), or what
`scorepad movement --json` prints, of which `schedule` and `shares` are read: all else follows.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from scorepad.errors import UserError

_SCHEDULE = re.compile(r'"schedule"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_NAMES = {"first_board": "first board", "last_board": "last board"}
_COMMON = {"round", "table", "ns", "ew"}
_AS_LISTED, _AS_PRINTED = {*_COMMON, *_NAMES.values()}, {*_COMMON, "boards"}

Rows = list[tuple[str, dict[str, Any]]]
Shares = list[tuple[str, object, list[object]]]  # where it stands, round and tables


def sections(file: str, text: str) -> Iterator[tuple[Rows, Shares]]:
    """The lines and the shares of each section; one of them unless it says that it has several.

    Raises UserError.
    """
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(f"{file}:{error.lineno}: this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise UserError(f"{file}: no movement has such numbers or so many brackets") from None
    if isinstance(content, list):
        yield list(_rows(file, text, text.index("[") + 1)), []
        return
    listed = content.get("sections", [content])
    begins = [found.end() for found in _SCHEDULE.finditer(text)]
    if not isinstance(listed, list) or not listed or len(begins) != len(listed):
        raise UserError(
            f"{file}: there is no schedule in it, as `scorepad movement check FILE --json` has it"
        )
    for section, begin in zip(listed, begins, strict=True):
        yield list(_rows(file, text, begin)), list(_shares(file, section))


def _rows(file: str, text: str, at: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of the list that begins there, by their names in CSV."""
    decoder = json.JSONDecoder()
    between = _BETWEEN.match(text, at)
    while between and text[between.end()] != "]":
        begin = between.end()
        where = f"{file}:{text.count(chr(10), 0, begin) + 1}"
        entry, end = decoder.raw_decode(text, begin)
        yield where, _row(where, entry)
        between = _BETWEEN.match(text, end)


def _row(where: str, entry: object) -> dict[str, Any]:
    row = dict[str, Any]()
    if isinstance(entry, dict):
        row = {_NAMES.get(str(name), str(name)): value for name, value in entry.items()}
    if set(row) not in (_AS_LISTED, _AS_PRINTED):
        raise UserError(
            f"{where}: a line has the fields round, table, ns, ew and either boards or "
            f"{' and '.join(_NAMES)}"
        )
    if "boards" in row and not (isinstance(row["boards"], list) and row["boards"]):
        raise UserError(f"{where}: boards is a list of numbers, and has one at least")
    return row


def _shares(file: str, section: object) -> Iterator[tuple[str, object, list[object]]]:
    listed = section.get("shares", []) if isinstance(section, dict) else None
    if not isinstance(listed, list):
        raise UserError(f"{file}: shares is a list")
    for share in listed:
        if not isinstance(share, dict) or not isinstance(share.get("tables"), list):
            raise UserError(f"{file}: each of shares has the fields round and tables")
        yield file, share.get("round"), share["tables"]
