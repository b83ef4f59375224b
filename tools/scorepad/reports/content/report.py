"""What a report says, for a terminal, a page and a PDF alike: a heading, notes, tables, lines."""

import re
from dataclasses import dataclass, field

_NEGATIVE = re.compile(r"^-(?=\d+(\.\d+)?$)")
_SHORT = 16  # lines
_FIGURE_SPACE = "\u2007"  # as wide as a digit


@dataclass(frozen=True)
class Table:
    """`words`: the heads of the columns that have words; the others have numbers.

    Every row has a cell under each head.
    """

    heads: tuple[str, ...]
    words: tuple[str, ...]
    rows: list[list[str]]

    @property
    def numbers(self) -> list[int]:
        """The places of the columns that have numbers."""
        return [place for place, head in enumerate(self.heads) if head not in self.words]

    def on_paper(self) -> list[list[str]]:
        """The rows with the signs of print: a minus, and spaces as wide as digits."""
        return [[_NEGATIVE.sub("−", _digits(cell)) for cell in row] for row in self.rows]


def _digits(cell: str) -> str:
    bare = cell.rstrip(" ")
    return bare + _FIGURE_SPACE * (len(cell) - len(bare))


@dataclass(frozen=True)
class Block:
    """A part of a report; any of the three may be wanting. `lines`: what stands beneath."""

    title: str = ""
    table: Table | None = None
    lines: list[str] = field(default_factory=list)

    @property
    def together(self) -> bool:
        """Whether it is short enough to be on one page whatever is above it."""
        return len(self.lines) + (len(self.table.rows) if self.table else 0) <= _SHORT


@dataclass(frozen=True)
class Notice:
    """A report. `notes`: what to know before it is read."""

    heading: str
    blocks: list[Block]
    notes: list[str] = field(default_factory=list)
