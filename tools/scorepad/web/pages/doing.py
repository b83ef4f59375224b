"""From what a page shows to the form that does something about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from scorepad.language import say
from scorepad.reports.content.report import DO, Column, Report, Section
from scorepad.web.pages.page import Form


def form_at(path: str, form: Form, values: Mapping[str, object]) -> str:
    """The address of a form on the page at this path, filled in with these values."""
    query = urlencode({"form": form.name, **values}, doseq=True, safe="=")
    return f"{path}?{query}"


def with_column(report: Report, head: str, cell: Callable[[Sequence[str]], str]) -> Report:
    """With one more column in the tables that begin with this head: what is done with a row."""
    return replace(report, sections=[_with(one, head, cell) for one in report.sections])


def _with(section: Section, head: str, cell: Callable[[Sequence[str]], str]) -> Section:
    table = section.table
    if not table or table.columns[0].head != head:
        return section
    columns = [*table.columns, Column(say("Change"), DO)]
    rows = [[*row, cell(row)] for row in table.rows]
    return replace(section, table=replace(table, columns=columns, rows=rows))
