"""What reports lead to as parts of pages: to what they name, and to what can be done."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape, unescape

from scorepad.errors import Remedy
from scorepad.language import SessionId, pieces_of
from scorepad.reports.content.report import DO, TEXT, Column, Link, Report, Table

_FEW = 3  # sessions in one sentence
_TAG = re.compile("<[^>]*>")


class SessionName(str):
    """The name of a session for people: its table, its players if known, and its time.

    `short`: if its table is already named; guests are named by the table. `brief`: for long lists.
    """

    short: str
    brief: str

    def __new__(cls, table: str, who: str, when: str) -> "SessionName":
        made = super().__new__(cls, ", ".join(filter(None, (table, who, when))))
        made.short = f"{who or table}, {when}"
        made.brief = f"{table}, {when}"
        return made


@dataclass(frozen=True)
class PageLinks:
    """Links from what reports name to its page.

    `where`: prefix of all paths; `kinds`: prefixes of paths that have a page; `names`: names of
    sessions by their ids; `remedy`: returns the HTML of a remedy.
    """

    where: str = ""
    kinds: tuple[str, ...] = ("/",)
    names: Mapping[str, SessionName] = field(default_factory=dict)
    remedy: Callable[[Remedy], str] = lambda each: escape(str(each))

    def to(self, said: str, page: str, title: str = "") -> str:
        """Return HTML that leads to the page, if there is one; `title`: its id."""
        if not page.startswith(self.kinds):
            return said
        more = f' title="{escape(title)}"' if title else ""
        return f'<a href="{escape(self.where + page)}"{more}>{said}</a>'

    def name_of(self, said: str) -> str:
        """Return the name of a session by its id, any other text unchanged."""
        return self.names.get(said, said)

    def session(self, name: str, brief: bool) -> str:
        """Return HTML that leads to the page of a session, if `names` has it."""
        called = self.names.get(name)
        if called is None:
            return escape(name)
        said = called.brief if brief else called.short
        return self.to(escape(said), f"/sessions/{name}", name)

    def sentence(self, text: str, draw: Callable[[str], str] = escape) -> str:
        """Return HTML of a text: its sessions and remedies lead to their pages.

        `draw`: how the rest becomes HTML.
        """
        pieces = pieces_of(text)
        brief = sum(isinstance(each, SessionId) for each in pieces) > _FEW

        def render(piece: object) -> str:
            if isinstance(piece, SessionId):
                return self.session(piece, brief)
            if isinstance(piece, Link):
                return self.to(draw(piece.called), piece.page)
            return self.remedy(piece) if isinstance(piece, Remedy) else draw(str(piece))

        return "".join(map(render, pieces))

    def on_paper(self, report: Report) -> Report:
        """Return a report for print, with the words that are read where it is part of a page."""
        sections = [
            replace(
                each, lines=self._plain(each.lines), table=each.table and self._printed(each.table)
            )
            for each in report.sections
        ]
        return replace(report, notes=self._plain(report.notes), sections=sections)

    def with_names(self, table: Table) -> Table:
        """Return a table with columns that may be broken where sessions are named."""
        if not self.names:
            return table
        rows = list(table.rows)
        called = {at for row in rows for at, cell in enumerate(row) if cell in self.names}
        columns = [
            Column(c.head, TEXT if at in called else c.kind) for at, c in enumerate(table.columns)
        ]
        return replace(table, columns=columns, rows=rows)

    def _printed(self, table: Table) -> Table:
        """Return a table without what is done with a row."""
        table = self.with_names(table)
        kept = [at for at, column in enumerate(table.columns) if column.kind != DO]
        rows = [
            [
                self.name_of(row[at])
                if isinstance(row[at], Link | SessionId)
                else _plain(self.sentence(row[at]))
                for at in kept
            ]
            for row in table.rows
        ]
        return replace(table, columns=[table.columns[at] for at in kept], rows=rows)

    def _plain(self, lines: Sequence[str]) -> list[str]:
        return [_plain(self.sentence(line)) for line in lines]


NOWHERE = PageLinks(kinds=())  # a sheet of its own, which leads to nothing


def named_in(texts: Iterable[str]) -> set[str]:
    """Return the ids of the sessions that these texts name."""
    return {each for text in texts for each in pieces_of(text) if isinstance(each, SessionId)}


def _plain(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())
