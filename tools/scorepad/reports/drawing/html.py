"""Draws reports as an HTML page that needs nothing else, each on paper of its own."""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from scorepad import wording
from scorepad.club.settings.current import A4, LETTER, UNSET, Settings
from scorepad.language import Sentence, SessionId, say_in
from scorepad.reports.content.report import (
    TEXT,
    Column,
    Link,
    PaperRow,
    PaperSheet,
    Private,
    Report,
    Section,
    Table,
    in_language,
)
from scorepad.reports.drawing import curve
from scorepad.reports.drawing.leading import NOWHERE, PageLinks
from scorepad.reports.drawing.paper import DRAWING, use_print_signs
from scorepad.steps import Steps, show_nothing

_RED = re.compile(f"([{wording.RED}])")
# 13-16, N-S: which a browser would part at the hyphen.
_RANGE = re.compile(r"\b(?:\d+-\d+|\w-\w)\b")
_LINK = re.compile("<a (?:(?!<a ).)*</a>")  # that has a cell for itself
STYLE = Path(__file__).with_name("html.css")

# Lines of a report up to which it is written in an ordinary size, and small; more are smaller
# still, so that thirty deals and their sheet are one page of paper.
_SHORT, _LONG = 24, 42

_PHONE = 44  # letters on a line of a phone; a wider table there has a line for each cell
_WORD = 16  # letters of a word that is never broken on paper
_BETWEEN = 2
_PARTS = (("quarter", 8), ("third", 12), ("half", 20), ("most", 60))

_PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{paper}{style}</style>
</head>
<body>
{body}</body>
</html>
"""

_REPORT = """\
<article{kind}>
{header}{seats}{sections}{foot}</article>
"""

_SECTION = """\
<section{kind}>
{title}{sheet}{curve}{table}{lines}{outcome}</section>
"""

_SHEET = """\
<table class="sheet{alone}">
<thead><tr>{heads}</tr></thead>
<tbody class="above">
{above}</tbody>
{games}<tfoot><tr>{totals}</tr></tfoot>
</table>
"""

_WHOLE = r'<span class="word">\g<0></span>'

_TABLE = """\
<table class="list{wide}">
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}</tbody>
</table>
"""


_PAPERS = {A4: ("A4", "210mm"), LETTER: ("letter", "216mm")}  # for a printer, and how wide
_PAPER = """\
@page {{ size: {size}; margin: 16mm 18mm; {foot}}}
:root {{ --paper: {width}; }}
"""
_FOOT = '@bottom-center {{ content: "{text}"; font: 8pt Georgia, serif; color: #6d6a63; }} '
_NO_CSS = re.compile(r"[^\w ,.·-]")  # in a text of a style sheet, where it could end it


def as_html(
    title: str,
    reports: Sequence[Report],
    settings: Settings = UNSET,
    steps: Steps = show_nothing,
) -> str:
    """Return a page with the public part of each report, for the club's size of paper."""
    foot = wording.visible(settings.identity)
    style = STYLE.read_text(encoding="utf-8")
    code = settings.language
    body = "".join(
        article(in_language(report.public, code), foot)
        for report in steps(reports, len(reports), DRAWING)
    )
    return _PAGE.format(
        language=code,
        title=escape(say_in(code, title)),
        paper=paper(settings),
        style=style,
        body=body,
    )


def paper(settings: Settings) -> str:
    """Return a style sheet with the paper's size and the foot of each printed page."""
    foot = wording.visible(settings.identity)
    size, width = _PAPERS[settings.paper]
    text = _NO_CSS.sub(lambda character: f"\\{ord(character[0]):x} ", foot)
    return _PAPER.format(size=size, width=width, foot=_FOOT.format(text=text) if foot else "")


def article(report: Report, foot: str = "", leads: PageLinks = NOWHERE) -> str:
    """Return a report as a part of a page; `foot`: the HTML at its end."""
    return _REPORT.format(
        kind=_size(report),
        header=_header(report, leads),
        seats=_seats(report.seats),
        sections="".join(_section(each, leads) for each in report.sections),
        foot=f"<footer>{_text(foot)}</footer>\n" if foot else "",
    )


def _header(report: Report, leads: PageLinks) -> str:
    """Return the heading; empty if the page has it already."""
    heading = report.kind or report.heading
    kind = "" if report.headed else ' class="paper"'
    title = f"<h1{kind}>{_text(heading)}</h1>\n" if heading else ""
    corner = f'<p class="corner">{_text(report.heading)}</p>\n' if report.kind else ""
    said = title + corner + _lines(report.notes, leads)
    return f"<header>\n{said}</header>\n" if said else ""


def _class(*names: str, text: str = "") -> str:
    names += ("told",) * isinstance(text, Private)
    return f' class="{" ".join(names)}"' if names else ""


def _size(report: Report) -> str:
    length = sum(section.length for section in report.sections)
    if length <= _SHORT or not report.one_page:
        return ""
    return ' class="long"' if length <= _LONG else ' class="long longest"'


def _seats(seats: Sequence[tuple[str, str]]) -> str:
    if not seats:
        return ""
    shown = "".join(f"<li><b>{_text(seat)}</b> {_text(name)}</li>" for seat, name in seats)
    return f'<ul class="seats">{shown}</ul>\n'


def _section(section: Section, leads: PageLinks) -> str:
    return _SECTION.format(
        kind=_class(*["together"] * section.together, *["told"] * (section.public is None)),
        title=f"<h2>{_text(section.title)}</h2>\n" if section.title else "",
        sheet=_sheet(section.sheet) if section.sheet else "",
        curve=curve.render_curve(section.curve) if section.curve else "",
        table=_table(section.table, leads) if section.table else "",
        lines=_lines(section.lines, leads),
        outcome=_lines(section.outcome, leads, "outcome"),
    )


def _lines(lines: Sequence[str], leads: PageLinks, *kinds: str) -> str:
    drawn = (
        (_class(*kinds, text=line), leads.sentence(use_print_signs(line), _text)) for line in lines
    )
    return "".join(f"<p{kind}>{said}</p>\n" for kind, said in drawn)


def _sheet(sheet: PaperSheet) -> str:
    return _SHEET.format(
        alone=" alone" if len(sheet.heads) > 2 else "",
        heads="".join(f"<th>{_text(head)}</th>" for head in sheet.heads),
        above=_rows(sheet.above),
        games="".join(f'<tbody class="game">\n{_rows(game)}</tbody>\n' for game in sheet.games),
        totals=_entries(sheet.totals),
    )


def _rows(rows: list[PaperRow]) -> str:
    return "".join(f"<tr>{_entries(row)}</tr>\n" for row in rows)


def _entries(row: PaperRow) -> str:
    written = [
        f"<b>{entry.points}</b><small>{_render_score(entry.label)}</small>" if entry else ""
        for entry in row
    ]
    return "".join(f"<td>{entry}</td>" for entry in written)


def _table(table: Table, leads: PageLinks) -> str:
    table = leads.with_names(table)
    heads = [f"<th{_class(kind, text=head)}>{_text(head)}</th>" for head, kind in table.columns]
    unbroken, longest = _widths(table, leads)
    wide = " wide" if sum(unbroken) + _BETWEEN * len(unbroken) > _PHONE else ""
    parts = [_part(width) if wide else "" for width in longest]
    parts = [part + " long" * (most > _WORD) for part, most in zip(parts, unbroken, strict=True)]
    rows = []
    for place, row in enumerate(table.rows):
        cells = "".join(
            _cell(column, cell, part, leads)
            for column, cell, part in zip(table.columns, row, parts, strict=True)
        )
        line = ' class="line"' if place in table.ruled else ""
        rows.append(f"<tr{line}>{cells}</tr>\n")
    return _TABLE.format(wide=wide, heads="".join(heads), rows="".join(rows))


def _widths(table: Table, leads: PageLinks) -> tuple[list[int], list[int]]:
    """Return each column's width in letters without broken words, and without broken lines."""
    unbroken = [_longest(column.kind, column.head, leads) for column in table.columns]
    whole = [len(column.head) for column in table.columns]
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        found = (_longest(column.kind, cell, leads) for column, cell in cells)
        unbroken = list(map(max, unbroken, found))
        whole = list(map(max, whole, map(len, row)))
    return unbroken, whole


def _part(width: int) -> str:
    """Return the class for the part of a phone's line that a width takes; "": all of it."""
    return next((f" {name}" for name, most in _PARTS if width <= most), "")


def _longest(kind: str, cell: str, leads: PageLinks) -> int:
    words = leads.name_of(cell).split() if kind == TEXT else [cell]
    return max(map(len, words), default=0)


def _cell(column: Column, cell: str, part: str, leads: PageLinks) -> str:
    said = _content(column, cell, leads)
    kinds = column.kind + part, *["leads"] * bool(_LINK.fullmatch(said))
    return f'<td{_class(*kinds, text=column.head)} data-head="{escape(column.head)}">{said}</td>'


def _content(column: Column, cell: str, leads: PageLinks) -> str:
    if isinstance(cell, Private):
        rest = cell.removeprefix(cell.public) if cell.public else Sentence(cell.pieces)
        rest = _content(column, rest, leads)
        return f'{_content(column, cell.public, leads)}<span class="told">{rest}</span>'
    if isinstance(cell, Link):
        return leads.to(_render_score(cell.called), cell.page)
    if isinstance(cell, SessionId):
        called = leads.name_of(cell)
        return (
            leads.to(_render_score(called), f"/sessions/{cell}", cell)
            if called != cell
            else _render_score(cell)
        )
    if column.kind == TEXT:
        return leads.sentence(cell, lambda text: _RANGE.sub(_WHOLE, _text(text)))
    return _render_score(cell)


def _render_score(text: str) -> str:
    """Return a text with the signs of print."""
    return _text(use_print_signs(text))


def _text(text: str) -> str:
    return _RED.sub(r'<span class="red">\1</span>', escape(text))
