"""Tables in a terminal: where one is too wide, each of its rows is told in words."""

from collections.abc import Iterator
from typing import Any

from rich import box, table
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.rule import Rule
from rich.text import Text

from scorepad import wording
from scorepad.reports.content.report import NUMBER, TEXT, State, Table

_APART, _CLOSE = (0, 1, 0, 0), 0  # what is round a cell; the box has one more blank
_WORD = 12  # what a column of texts can be folded to
_BETWEEN = "  "
_STATES = {"damaged": "bold red", "open": "yellow"}


class DrawnTable(table.Table):
    """Figures are never cut off: too narrow for them, a row is its cells, each after its head."""

    def __init__(self, content: Table):
        super().__init__(
            box=box.HORIZONTALS,
            show_header=any(content.heads),
            show_edge=False,
            pad_edge=False,
            padding=_CLOSE if content.close else _APART,
        )
        self._cells = [[_cell(cell) for cell in row] for row in content.rows]
        for head, kind in content.columns:
            justify: Any = "right" if kind == NUMBER else "left"
            self.add_column(head, justify=justify, overflow="fold", no_wrap=kind != TEXT)
        for place, cells in enumerate(self._cells):
            self.add_row(*cells, end_section=place in content.ruled)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Any:
        between = self.padding[1] + 1
        if sum(_least(column) + between for column in self.columns) - between <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        for row, cells in zip(self.rows, self._cells, strict=True):
            yield from _in_words(self._named(cells), options.max_width)
            if row.end_section:
                yield Rule(style="")

    def _named(self, cells: list[Text]) -> list[Text]:
        """The cells that say something, each after the head of its column."""
        heads = [str(column.header) for column in self.columns]
        pairs = zip(heads, cells, strict=True)
        return [Text.assemble(f"{head} " * bool(head), cell) for head, cell in pairs if cell.plain]


def coloured(said: str, style: str = "") -> Text:
    """A text, hearts and diamonds in red."""
    text = Text(said, style)
    text.highlight_words(wording.RED, "red")
    return text


def _cell(said: str) -> Text:
    return coloured(said, _STATES.get(said, "") if isinstance(said, State) else "")


def _least(column: table.Column) -> int:
    """How wide a column must be for all that is not folded."""
    texts = [str(column.header), *map(str, column.cells)]
    if column.no_wrap:
        return max(cell_len(text) for text in texts)
    words = [word for text in texts for word in text.split()]
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
