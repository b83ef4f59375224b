"""Draws reports in a terminal, where a score sheet is at most 80 characters wide."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from scorepad import wording
from scorepad.reports.content.report import PaperEntry, PaperSheet, Report, Section
from scorepad.reports.drawing.terminal_table import coloured, drawn_table

_LABEL = 26  # width of what points are for: "unfinished part-score" and a little more
_POINTS = 6
_SIDE = 1 + _LABEL + 1 + _POINTS + 1  # width of a column where there are two
_PLAYER = 19  # and where there are four

_MIDDLE = "┃"
_HEAVY, _LIGHT, _DOUBLE = "━╋", "─╂", "═╬"


def drawn(report: Report, width: int) -> Iterator[RenderableType]:
    """Heading and notes, then the sections, each a line apart; `width`: of the terminal."""
    headed = report.headed and report.heading
    if headed:
        yield from (coloured(report.heading, "bold"), *map(coloured, report.notes))
        if report.seats:
            seated = enumerate(report.seats)
            yield coloured(" · ".join(f"{wording.seat(seat)} {name}" for seat, name in seated))
    for place, section in enumerate(report.sections):
        if place or headed:
            yield Text()
        yield from _section(section, width)


def _section(section: Section, width: int) -> Iterator[RenderableType]:
    if section.title:
        yield coloured(section.title, "bold")
    if section.sheet:
        yield _Sheet(section.sheet)
    if section.table:
        yield from drawn_table(section.table, width)
    yield from map(coloured, section.lines)
    yield from (coloured(line, "bold") for line in section.outcome)


class _Sheet:
    """The sheet, in columns of the same width, as wide as there is room."""

    def __init__(self, sheet: PaperSheet):
        self._sheet = sheet
        self._accounts = len(sheet.heads)
        self._width = 0

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Text]:
        most = _SIDE if self._accounts == 2 else _PLAYER
        self._width = min(most, (options.max_width - self._accounts + 1) // self._accounts)
        yield self._heads(self._sheet.heads)
        yield from map(self._row, self._sheet.above)
        yield self._rule(_HEAVY, "bold")
        for game, following in pairwise([*self._sheet.games, None]):
            yield from map(self._row, game or ())
            if following:
                yield self._rule(_LIGHT)
        yield self._rule(_DOUBLE)
        yield self._row(self._sheet.totals, "bold")

    def _heads(self, names: list[str]) -> Text:
        if len(names) == 2:
            return Text(f"{names[0]:>{self._width - 1}} ┃ {names[1]}", "bold", no_wrap=True)
        return _line([f"{name:^{self._width}}" for name in names], "bold")

    def _row(self, row: Sequence[PaperEntry | None], style: str = "") -> Text:
        """A row of all columns: two are mirrored, points next to the middle."""
        if len(row) > 2:
            cells = (f"{one.points:>4}{_cut(one, self._width - 4)}" if one else "" for one in row)
            return _line([f"{cell:{self._width}}" for cell in cells], style)
        left, right = row
        half = f"{self._label(left)} {left.points:>{_POINTS}} " if left else ""
        here = f"{right.points:>{_POINTS}} {self._label(right)}" if right else ""
        return _line([f"{half:>{self._width}}", here], style)

    def _label(self, entry: PaperEntry) -> str:
        return _cut(entry, self._width - _POINTS - 3).lstrip()

    def _rule(self, line: str, style: str = "") -> Text:
        return Text(line[1].join([line[0] * self._width] * self._accounts), style, no_wrap=True)


def _cut(entry: PaperEntry, room: int) -> str:
    """What points are for; a long reason loses its last letters, not the number of the deal."""
    number = f" #{entry.number}" if entry.number else ""
    return f" {entry.reason}"[: room - len(number)] + number


def _line(columns: list[str], style: str) -> Text:
    return Text(_MIDDLE.join(columns).rstrip(" "), style, no_wrap=True)
