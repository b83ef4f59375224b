"""Tables for the terminal: where one is too wide, each of its rows is told in words."""

from collections.abc import Iterator
from typing import Any

from rich import box, table
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.rule import Rule
from rich.text import Text

WIDE, NARROW = (0, 1), (0, 1, 0, 0)  # what is round a cell, as rich has it
_WORD = 12  # what a column of words can be folded to
_BETWEEN = "  "


class Table(table.Table):
    """Figures are never cut off: too narrow for them, a row is its cells, each after its head."""

    def __init__(self, padding: Any = WIDE):
        super().__init__(box=box.HORIZONTALS, show_edge=False, pad_edge=False, padding=padding)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Any:
        if self._least() <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        cells = [list(column.cells)[-len(self.rows) :] for column in self.columns]
        for row, said in zip(self.rows, zip(*cells, strict=True), strict=True):
            yield from _in_words(self._named(said), options.max_width)
            if row.end_section:
                yield Rule(style="")

    def _least(self) -> int:
        """How wide it must be for all that is not folded."""
        _, right, _, left = self.padding
        between = right + left + 1  # the box has a blank there
        return sum(_least(column) + between for column in self.columns) - between

    def _named(self, said: tuple[RenderableType, ...]) -> list[Text]:
        """The cells that say something, each after the head of its column."""
        heads = [str(column.header) for column in self.columns]
        cells = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in said]
        pairs = zip(heads, cells, strict=True)
        return [Text.assemble(f"{head} ", cell) for head, cell in pairs if cell.plain]


def _least(column: table.Column) -> int:
    texts = [str(cell) for cell in column.cells]
    if column.no_wrap:
        return max(cell_len(text) for text in [str(column.header), *texts])
    words = [word for text in [str(column.header), *texts] for word in text.split()]
    return max((min(cell_len(word), _WORD) for word in words), default=0)


def _in_words(parts: list[Text], width: int) -> Iterator[Text]:
    """As many to a line as there is room for; the further lines are indented."""
    line = Text()
    for part in parts:
        longer = Text.assemble(line, _BETWEEN, part) if line else part
        if line and longer.cell_len > width:
            yield line
            longer = Text.assemble(_BETWEEN, part)
        line = longer
    yield line
