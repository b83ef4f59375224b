"""The tables and the examples of a page of the documentation."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[3] / "docs"


class Table(NamedTuple):
    """A table of a page, under the heading of `section`."""

    section: str
    head: tuple[str, ...]
    rows: list[list[str]]


def tables(page: str) -> Iterator[Table]:
    """All tables of a page, with the heading of the section that they stand in."""
    section = ""
    for paragraph in (DOCS / page).read_text(encoding="utf-8").split("\n\n"):
        lines = paragraph.splitlines()
        if lines and lines[0].startswith("#"):
            section = lines[0].lstrip("# ")
        if lines and lines[0].startswith("|"):
            head, dashes, *rows = map(_cells, lines)
            assert set("".join(dashes)) == {"-"}
            assert all(len(row) == len(head) for row in rows), lines
            yield Table(section, tuple(head), rows)


def find_table(listed: Sequence[Table], section: str, head: str = "") -> Table:
    """Return the first table of a section, or the one whose first column is `head`."""
    return next(t for t in listed if t.section == section and head in ("", t.head[0]))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def quoted(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def shown(page: str) -> list[tuple[str, str]]:
    """Each example command of a page, without `scorepad`, with what stands beneath it."""
    listed = []
    for block in re.findall(r"(?:^    .*\n|^\n)+", page, re.MULTILINE):
        for piece in re.split(r"^ {4,}\$ scorepad ", block, flags=re.MULTILINE)[1:]:
            command, _, said = piece.partition("\n")
            listed.append((command, re.sub("^    ", "", said, flags=re.MULTILINE).rstrip()))
    return listed
