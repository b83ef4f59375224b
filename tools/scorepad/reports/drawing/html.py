"""Draws reports as an HTML page that needs nothing else, each on paper of its own."""

import re
from collections.abc import Iterable
from html import escape
from itertools import starmap
from pathlib import Path

from scorepad import wording
from scorepad.club.settings.current import A4, LETTER, UNSET, Settings
from scorepad.language import spoken
from scorepad.reports.content.report import TEXT, PaperRow, PaperSheet, Report, Section, Table
from scorepad.reports.drawing.paper import printed

_RED = re.compile(f"([{wording.RED}])")
_RANGE = re.compile(r"\b\d+-\d+\b")  # 13-16, which a browser would part at the hyphen
_STYLE = Path(__file__).with_name("html.css")

# Lines of a report up to which it is written in an ordinary size, and small; more are smaller
# still, so that thirty deals and their sheet are one page of paper.
_SHORT, _LONG = 24, 42

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
<header>
<h1>{heading}</h1>
{notes}</header>
{seats}{sections}{foot}</article>
"""

_SECTION = """\
<section{kind}>
{title}{sheet}{table}{lines}{outcome}</section>
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
<table class="list">
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


def as_html(title: str, reports: Iterable[Report], settings: Settings = UNSET) -> str:
    """The page; reports follow one another, on paper as the club has it."""
    foot = wording.visible(settings.identity)
    style = _STYLE.read_text(encoding="utf-8")
    body = "".join(_report(report, foot) for report in reports)
    paper = _paper(settings.paper, foot)
    return _PAGE.format(
        language=spoken(), title=escape(title), paper=paper, style=style, body=body
    )


def _paper(paper: str, foot: str) -> str:
    """Its size, and what a printer writes at the foot of each page."""
    size, width = _PAPERS[paper]
    text = _NO_CSS.sub(lambda character: f"\\{ord(character[0]):x} ", foot)
    return _PAPER.format(size=size, width=width, foot=_FOOT.format(text=text) if foot else "")


def _report(report: Report, foot: str) -> str:
    corner = f'<p class="corner">{_text(report.heading)}</p>\n' if report.kind else ""
    return _REPORT.format(
        kind=_size(report),
        heading=_text(report.kind or report.heading),
        notes=corner + "".join(f"<p>{_text(note)}</p>\n" for note in report.notes),
        seats=_seats(report.seats),
        sections="".join(map(_section, report.sections)),
        foot=f"<footer>{_text(foot)}</footer>\n" if foot else "",
    )


def _size(report: Report) -> str:
    length = sum(section.length for section in report.sections)
    if length <= _SHORT or not report.one_page:
        return ""
    return ' class="long"' if length <= _LONG else ' class="long longest"'


def _seats(names: tuple[str, ...]) -> str:
    """Who sat where."""
    if not names:
        return ""
    shown = "".join(
        f"<li><b>{wording.seat(seat)}</b> {_text(name)}</li>" for seat, name in enumerate(names)
    )
    return f'<ul class="seats">{shown}</ul>\n'


def _section(section: Section) -> str:
    return _SECTION.format(
        kind=' class="together"' if section.together else "",
        title=f"<h2>{_text(section.title)}</h2>\n" if section.title else "",
        sheet=_sheet(section.sheet) if section.sheet else "",
        table=_table(section.table) if section.table else "",
        lines=_lines(section.lines),
        outcome=_lines(section.outcome, ' class="outcome"'),
    )


def _lines(lines: list[str], kind: str = "") -> str:
    return "".join(f"<p{kind}>{_said(line)}</p>\n" for line in lines)


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
        f"<b>{entry.points}</b><small>{_said(entry.label)}</small>" if entry else ""
        for entry in row
    ]
    return "".join(f"<td>{entry}</td>" for entry in written)


def _table(table: Table) -> str:
    heads = [f'<th class="{kind}">{_text(head)}</th>' for head, kind in table.columns]
    kinds = [column.kind for column in table.columns]
    rows = []
    for place, row in enumerate(table.rows):
        cells = "".join(starmap(_cell, zip(kinds, row, strict=True)))
        line = ' class="line"' if place in table.ruled else ""
        rows.append(f"<tr{line}>{cells}</tr>\n")
    return _TABLE.format(heads="".join(heads), rows="".join(rows))


def _cell(kind: str, cell: str) -> str:
    if kind != TEXT:
        return f'<td class="{kind}">{_said(cell)}</td>'
    return f'<td class="{kind}">{_RANGE.sub(_WHOLE, _text(cell))}</td>'


def _said(text: str) -> str:
    """What was scored, with the signs of print."""
    return _text(printed(text))


def _text(text: str) -> str:
    """As somebody wrote it; hearts and diamonds in red."""
    return _RED.sub(r'<span class="red">\1</span>', escape(text))
