"""A report for the terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from scorepad.reports.content.report import Block, Notice, Table
from scorepad.reports.drawing.terminal_table import NARROW, WIDE
from scorepad.reports.drawing.terminal_table import Table as Drawn


def printed(notice: Notice) -> list[RenderableType]:
    """All of it, in tables that leave room for a traveller in 80 columns."""
    head = [Text(notice.heading, "bold"), *map(Text, notice.notes), Text()]
    return [*head, *body(notice, NARROW)]


def body(notice: Notice, padding: tuple[int, ...] = WIDE) -> list[RenderableType]:
    """Without the heading, where the command has said what it is; blocks are a line apart."""
    parts: list[RenderableType] = []
    for block in notice.blocks:
        parts += [*[Text()] * bool(parts), *_block(block, padding)]
    return parts


def _block(block: Block, padding: tuple[int, ...]) -> Iterator[RenderableType]:
    if block.title:
        yield Text(block.title, "bold")
    if block.table:
        yield _table(block.table, padding)
    yield from map(Text, block.lines)


def _table(table: Table, padding: tuple[int, ...]) -> Drawn:
    drawn = Drawn(padding)
    for head in table.heads:
        words = head in table.words
        drawn.add_column(
            head, justify="left" if words else "right", overflow="fold", no_wrap=not words
        )
    for row in table.rows:
        drawn.add_row(*row)
    return drawn
