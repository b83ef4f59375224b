"""The lines of reports: what stands in a terminal, and all that is written where there is none."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from scorepad.reports.content.report import NUMBER, PaperEntry, PaperSheet, Report, Section, Table

_LABEL = 26  # width of what points are for: "unfinished part-score" and a little more
_POINTS = 6
_SIDE = 1 + _LABEL + 1 + _POINTS + 1  # width of a column where there are two
_PLAYER = 19  # and where there are four

_MOST = 500  # lines that are kept in the memory
_MIDDLE = "┃"
_HEAVY, _LIGHT, _DOUBLE = "━╋", "─╂", "═╬"

Line = tuple[str, str]  # its style is "bold" or ""


def plain(parts: Iterable[Report | str], width: int) -> list[str] | None:
    """Return the lines of parts, None if one is too wide and has to be folded, or is too long."""
    found = list[str]()
    for part in parts:
        for piece in [(part, "")] if isinstance(part, str) else pieces(part):
            if isinstance(piece, Table):
                found += _table_lines(piece)
            elif isinstance(piece, PaperSheet):
                found += (line for line, _ in sheet_lines(piece, width))
            else:
                found.append(piece[0])
            if len(found) > _MOST:
                return None
    return found if all(_fits(line, width) for line in found) else None


def _table_lines(table: Table) -> list[str]:
    rows = list(islice(table.rows, _MOST))
    cells = zip(table.heads, *rows, strict=True)
    widths = [max(int(table.close), *map(len, column)) for column in cells]
    widths[-1] = max(1, widths[-1])  # rich has no column without any width
    gap = " " if table.close else "  "
    rule = "─" * (sum(widths) + len(gap) * (len(widths) - 1))

    def line(cells: Sequence[str]) -> str:
        columns = zip(cells, table.columns, widths, strict=True)
        return gap.join(
            cell.rstrip().rjust(width) if kind == NUMBER else cell.ljust(width)
            for cell, (_, kind), width in columns
        )

    lines = [line(table.heads), rule] if any(table.heads) else []
    for place, row in enumerate(rows, 1):
        lines.append(line(row))
        if place - 1 in table.ruled and place < len(rows):
            lines.append(rule)
    return lines


def _fits(line: str, width: int) -> bool:
    # Letters of two columns are from Hangul on; what is drawn and the suits are before CJK.
    narrow = all(letter < "\u1100" or "\u2000" <= letter < "\u2e80" for letter in line)
    return narrow and len(line) <= width and line.isprintable()


def pieces(report: Report) -> Iterator[Line | PaperSheet | Table]:
    """Yield heading and notes, then the sections, each a line apart."""
    headed = report.headed and report.heading
    if headed:
        yield report.heading, "bold"
        yield from ((note, "") for note in report.notes)
        if report.seats:
            yield " · ".join(f"{seat} {name}" for seat, name in report.seats), ""
    for place, section in enumerate(report.sections):
        if place or headed:
            yield "", ""
        yield from _section(section)


def _section(section: Section) -> Iterator[Line | PaperSheet | Table]:
    if section.title:
        yield section.title, "bold"
    if section.sheet:
        yield section.sheet
    if section.table:
        yield section.table
    yield from ((line, "") for line in section.lines)
    yield from ((line, "bold") for line in section.outcome)


def sheet_lines(sheet: PaperSheet, width: int) -> Iterator[Line]:
    """Yield a score sheet, in columns of the same width, as wide as there is room."""
    accounts = len(sheet.heads)
    most = _SIDE if accounts == 2 else _PLAYER
    side = min(most, (width - accounts + 1) // accounts)

    def rule(line: str) -> str:
        return line[1].join([line[0] * side] * accounts)

    yield _heads(sheet.heads, side), "bold"
    yield from ((_row(row, side), "") for row in sheet.above)
    yield rule(_HEAVY), "bold"
    for game, following in pairwise([*sheet.games, None]):
        yield from ((_row(row, side), "") for row in game or ())
        if following:
            yield rule(_LIGHT), ""
    yield rule(_DOUBLE), ""
    yield _row(sheet.totals, side), "bold"


def _heads(names: Sequence[str], side: int) -> str:
    if len(names) == 2:
        return f"{names[0]:>{side - 1}} ┃ {names[1]}"
    return _line([f"{name:^{side}}" for name in names])


def _row(row: Sequence[PaperEntry | None], side: int) -> str:
    """Return a row of all columns: two are mirrored, points next to the middle."""
    if len(row) > 2:
        cells = (f"{entry.points:>4}{_cut(entry, side - 4)}" if entry else "" for entry in row)
        return _line([f"{cell:{side}}" for cell in cells])
    left, right = row
    half = f"{_label(left, side)} {left.points:>{_POINTS}} " if left else ""
    here = f"{right.points:>{_POINTS}} {_label(right, side)}" if right else ""
    return _line([f"{half:>{side}}", here])


def _label(entry: PaperEntry, side: int) -> str:
    return _cut(entry, side - _POINTS - 3).lstrip()


def _cut(entry: PaperEntry, room: int) -> str:
    """Return what points are for; a long reason loses its last letters, not the deal's number."""
    number = f" #{entry.number}" if entry.number else ""
    return f" {entry.reason}"[: room - len(number)] + number


def _line(columns: list[str]) -> str:
    return _MIDDLE.join(columns).rstrip(" ")
