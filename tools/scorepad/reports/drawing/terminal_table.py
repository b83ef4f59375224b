"""Tables in a terminal: where one is too wide, each of its rows is told in words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from rich import box, table
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from scorepad import wording
from scorepad.reports.content.report import NUMBER, TEXT, State, Table

_APART, _CLOSE = (0, 1, 0, 0), (0, 0, 0, 0)  # what is round a cell; the box has one more blank
_WORD = 12  # what a column of texts can be folded to
_BETWEEN = "  "
_AT_ONCE = 500  # rows
_STATES = {"damaged": "bold red", "left out": "magenta", "open": "yellow"}


def render_table(content: Table, width: int) -> Iterator[RenderableType]:
    """Yield a table; if it is too wide, each row as text, for figures are never cut off.

    It comes in pieces, for there may be more rows than fit into the memory.
    """
    least, widest = _measure(content)
    between = _padding(content)[1] + 1
    if sum(least) + between * (len(least) - 1) > width:
        yield from _render_rows(content, width)
        return
    widths = _Page(content, [widest]).widths(width)
    rows = iter(content.rows)
    at_once = None if content.ruled else _AT_ONCE
    some = list(islice(rows, at_once))
    yield _Page(content, some, widths)
    while some := list(islice(rows, at_once)):
        yield _Page(content, some, widths, headed=False)


class _Page(table.Table):
    """Rows of a table. `widths`: of its columns, if not computed from these rows."""

    def __init__(
        self,
        content: Table,
        rows: Iterable[Sequence[str]],
        widths: Sequence[int | None] | None = None,
        headed: bool = True,
    ):
        super().__init__(
            box=box.HORIZONTALS,
            show_header=headed and any(content.heads),
            show_edge=False,
            pad_edge=False,
            padding=_padding(content),
        )
        fixed = widths or [None] * len(content.columns)
        for (head, kind), width in zip(content.columns, fixed, strict=True):
            justify: Any = "right" if kind == NUMBER else "left"
            self.add_column(
                head, justify=justify, overflow="fold", no_wrap=kind != TEXT, width=width
            )
        for place, row in enumerate(rows):
            self.add_row(*map(_cell, row), end_section=place in content.ruled)

    def widths(self, most: int) -> list[int]:
        """Return the widths of the columns in a terminal of this width."""
        console = Console(width=most)
        room = console.options.update_width(most - self._extra_width)
        widths = self._calculate_column_widths(console, room)
        return [width - self._get_padding_width(at) for at, width in enumerate(widths)]


def _padding(content: Table) -> tuple[int, int, int, int]:
    return _CLOSE if content.close else _APART


def _measure(content: Table) -> tuple[list[int], list[str]]:
    """Return each column's least width without folding, and its widest cell."""
    words = [_longest_word(head) for head in content.heads]
    widest, widths = [""] * len(words), [0] * len(words)
    texts = [kind == TEXT for _, kind in content.columns]
    for row in content.rows:
        for place, said in enumerate(row):
            if (wide := cell_len(said)) > widths[place]:
                widest[place], widths[place] = said, wide
            if texts[place] and words[place] < _WORD:
                words[place] = max(words[place], _longest_word(said))
    whole = [max(cell_len(head), wide) for head, wide in zip(content.heads, widths, strict=True)]
    choice = zip(texts, words, whole, strict=True)
    return [word if text else every for text, word, every in choice], widest


def _longest_word(said: str) -> int:
    return min(max(map(cell_len, said.split()), default=0), _WORD)


def _render_rows(content: Table, width: int) -> Iterator[RenderableType]:
    """Yield each row as text."""
    for place, row in enumerate(content.rows):
        pairs = zip(content.heads, map(_cell, row), strict=True)
        parts = [
            Text.assemble(f"{head} " * bool(head), cell) for head, cell in pairs if cell.plain
        ]
        yield from _in_words(parts, width)
        if place in content.ruled:
            yield Rule(style="")


def colour_suits(said: str, style: str = "") -> Text:
    """Return a text with red hearts and diamonds."""
    text = Text(said, style)
    text.highlight_words(wording.RED, "red")
    return text


def _cell(said: str) -> Text:
    return colour_suits(said, _STATES.get(said.name, "") if isinstance(said, State) else "")


def _in_words(parts: list[Text], width: int) -> Iterator[Text]:
    """Yield lines with as many parts as fit; further lines are indented."""
    line = Text()
    for part in parts:
        longer = Text.assemble(line, _BETWEEN, part) if line else part
        if line and longer.cell_len > width:
            yield line
            longer = Text.assemble(_BETWEEN, part)
        line = longer
    yield line
