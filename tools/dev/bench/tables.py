"""The tables of figures: what a bench prints and what docs/performance.md has, the same ones."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

from dev.bench.figures import Bench, Figures


@dataclass(frozen=True)
class Table:
    """A table of figures; tables.toml says what its parts are."""

    heading: str
    rows: dict[str, str]
    columns: dict[str, str]

    def head(self) -> list[str]:
        """Return the line above the rows."""
        return [self.heading, *self.columns]

    def cells(self, figures: Figures) -> Iterator[list[str]]:
        """Yield the rows that have a figure."""
        for front, columns in self._filled():
            row = [cell(column, figures) for column in columns]
            if any(row):
                yield [front, *row]

    def names(self) -> Iterator[str]:
        """Yield the names of the figures that it shows."""
        for _, columns in self._filled():
            for column in columns:
                yield from terms(column)

    def _filled(self) -> Iterator[tuple[str, list[str]]]:
        for front, words in self.rows.items():
            yield front, [column.format(*words.split()) for column in self.columns.values()]


_KEPT = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
TABLES = {name: Table(**each) for name, each in _KEPT.items()}


def show(bench: Bench, *tables: str) -> None:
    """Print some of them, without columns that this bench does not measure."""
    for table in map(TABLES.__getitem__, tables):
        columns = list(zip(table.head(), *table.cells(bench.figures), strict=True))
        filled = [column for column in columns if any(column[1:])]
        printed = Printed(*(head for head, *_ in filled))
        for column in printed.columns[1:]:
            column.justify = "right"
        for row in zip(*(cells for _, *cells in filled), strict=True):
            printed.add_row(*row)
        Console(width=120).print(printed)


def terms(column: str) -> list[str]:
    return [term for term in column.split(" / ") if not term.isdigit()]


def cell(column: str, figures: Figures) -> str:
    """Return a figure, or one divided by another; nothing if it is missing."""
    if any(term not in figures for term in terms(column)):
        return ""
    figure, *divisor = (int(t) if t.isdigit() else figures[t] for t in column.split(" / "))
    return number(figure / divisor[0] if divisor else figure)


def number(figure: float) -> str:
    """Return a figure without decimals from a hundred on, else with three digits."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
