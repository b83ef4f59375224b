"""The lines of movements in a JSON text, each with where it stands.

Either a list of lines (`round`, `table`, `ns`, `ew`, `first_board`, `last_board`), or what
`scorepad movement --json` prints, of which `schedule` and `shares` are read: all else follows.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from scorepad.errors import UserError
from scorepad.language import Text, marked, text

_SCHEDULE = re.compile(r'"schedule"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_NAMES = {"first_board": "first board", "last_board": "last board"}
_COMMON = {"round", "table", "ns", "ew"}
_AS_LISTED, _AS_PRINTED = {*_COMMON, *_NAMES.values()}, {*_COMMON, "boards"}

Rows = list[tuple[str, dict[str, Any]]]
Shares = list[tuple[str, object, list[object]]]  # where it stands, round and tables


def bad_file(where: str, what: Text) -> UserError:
    """Return the error for what is wrong at a place of a file."""
    return UserError(text("{where}: {what}", where=where, what=what), "file")


def sections(file: str, raw: str) -> Iterator[tuple[Rows, Shares]]:
    """Yield the lines and the shares of each section, one if no sections are named.

    Raise UserError.
    """
    try:
        content = json.loads(raw)
    except json.JSONDecodeError as error:
        what = text("this is not JSON: {why}", why=error.msg)
        raise bad_file(f"{file}:{error.lineno}", what) from None
    except (ValueError, RecursionError):
        what = text("no movement has such numbers or so many brackets")
        raise bad_file(file, what) from None
    if isinstance(content, list):
        yield list(_rows(file, raw, raw.index("[") + 1)), []
        return
    listed = content.get("sections", [content])
    begins = [found.end() for found in _SCHEDULE.finditer(raw)]
    if not isinstance(listed, list) or not listed or len(begins) != len(listed):
        raise bad_file(
            file, text("there is no schedule in it, as a movement that is saved has it")
        )
    for section, begin in zip(listed, begins, strict=True):
        yield list(_rows(file, raw, begin)), list(_shares(file, section))


def _rows(file: str, raw: str, at: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the entries of the list at this position, by their names in CSV."""
    decoder = json.JSONDecoder()
    between = _BETWEEN.match(raw, at)
    while between and raw[between.end()] != "]":
        begin = between.end()
        where = f"{file}:{raw.count(chr(10), 0, begin) + 1}"
        entry, end = decoder.raw_decode(raw, begin)
        yield where, _row(where, entry)
        between = _BETWEEN.match(raw, end)


def _row(where: str, entry: object) -> dict[str, Any]:
    row = dict[str, Any]()
    if isinstance(entry, dict):
        row = {_NAMES.get(str(name), str(name)): value for name, value in entry.items()}
    if set(row) not in (_AS_LISTED, _AS_PRINTED):
        known = marked("a line has the fields round, table, ns, ew and either boards or {fields}")
        raise bad_file(where, text(known, fields=" and ".join(_NAMES)))
    if "boards" in row and not (isinstance(row["boards"], list) and row["boards"]):
        what = text("boards is a list of numbers, and has one at least")
        raise bad_file(where, what)
    return row


def _shares(file: str, section: object) -> Iterator[tuple[str, object, list[object]]]:
    listed = section.get("shares", []) if isinstance(section, dict) else None
    if not isinstance(listed, list):
        raise bad_file(file, text("shares is a list"))
    for share in listed:
        if not isinstance(share, dict) or not isinstance(share.get("tables"), list):
            raise bad_file(file, text("each of shares has the fields round and tables"))
        yield file, share.get("round"), share["tables"]
