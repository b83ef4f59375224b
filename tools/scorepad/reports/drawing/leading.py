"""What reports lead to as parts of pages: to what they name, and to what can be done."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from html import escape, unescape
from itertools import chain

from scorepad.context import setting
from scorepad.reports.content.report import DO, TEXT, Advice, Column, Link, Report, Section, Table

_SESSION_ID = re.compile(r"\b[0-9a-f]{8,32}-\d+\b")
_FEW = 3  # sessions in one sentence
_TAG = re.compile("<[^>]*>")
_COMMAND = re.compile(r"`scorepad ([^`]+)`")


class Called(str):
    """What people call a session, by its table, who played, if that is known, and when.

    `short`: where its table is said anyway; of guests by that too. `brief`: where many are listed.
    """

    short: str
    brief: str

    def __new__(cls, table: str, who: str, when: str) -> "Called":
        made = super().__new__(cls, ", ".join(filter(None, (table, who, when))))
        made.short = f"{who or table}, {when}"
        made.brief = f"{table}, {when}"
        return made


@dataclass(frozen=True)
class Leads:
    """How what reports name leads to its page.

    `where`: how the paths of the pages begin; `kinds`: then comes one of these; `names`: what
    sessions are called, by their ids; `command`: the HTML that is there for a command.
    """

    where: str = ""
    kinds: tuple[str, ...] = ("/",)
    names: Mapping[str, Called] = field(default_factory=dict)
    command: Callable[[str], str] = escape

    def to(self, said: str, page: str, title: str = "") -> str:
        """HTML that leads to the page, if there is one; `title`: how programs name it."""
        if not page.startswith(self.kinds):
            return said
        more = f' title="{escape(title)}"' if title else ""
        return f'<a href="{escape(self.where + page)}"{more}>{said}</a>'

    def called(self, said: str) -> str:
        """What a session is called, if this is the id of one."""
        return self.names.get(said, said)

    def session(self, name: str, brief: bool) -> str:
        """HTML that leads to the page of a session, which the club has if `names` has it."""
        called = self.names.get(name)
        if called is None:
            return escape(name)
        said = called.brief if brief else called.short
        return self.to(escape(said), f"/sessions/{name}", name)


NOWHERE = Leads(kinds=())  # a sheet of its own, which leads to nothing
_leads: ContextVar[Leads] = ContextVar("leads", default=NOWHERE)


def linking(leads: Leads) -> AbstractContextManager[None]:
    """As long as it lasts reports lead to the pages of what they name."""
    return setting(_leads, leads)


def leads() -> Leads:
    """How it is now."""
    return _leads.get()


def named_in(texts: Iterable[str]) -> set[str]:
    """The ids of the sessions that they name."""
    return {name for text in texts for name in _SESSION_ID.findall(text)}


def sentence(text: str, draw: Callable[[str], str] = escape) -> str:
    """HTML of a text: sessions and commands that it names lead to their pages.

    `draw`: how the rest becomes HTML.
    """
    leads = _leads.get()
    if leads is NOWHERE:
        return draw(text)
    texts = _COMMAND.split(text)
    drawn = [_sessions(one, leads, draw) for one in texts[::2]]
    commands = [*map(leads.command, texts[1::2]), ""]
    return "".join(chain.from_iterable(zip(drawn, commands, strict=True)))


def cell(text: str, draw: Callable[[str], str] = escape) -> str:
    """The same of what stands in a table: only advice leads to commands, others may be typed."""
    if isinstance(text, Advice):
        return sentence(text, draw)
    leads = _leads.get()
    return draw(text) if leads is NOWHERE else _sessions(text, leads, draw)


def on_paper(report: Report) -> Report:
    """The same words for what is printed: as it is read where reports are parts of pages."""
    sections = list(map(_told, report.sections))
    return replace(report, notes=_said(report.notes), sections=sections)


def _told(section: Section) -> Section:
    return replace(
        section, lines=_said(section.lines), table=section.table and _printed(section.table)
    )


def _printed(table: Table) -> Table:
    """Without what is done with a row."""
    table = with_names(table)
    kept = [at for at, column in enumerate(table.columns) if column.kind != DO]
    called = _leads.get().called
    rows = [
        [called(row[at]) if isinstance(row[at], Link) else _plain(cell(row[at])) for at in kept]
        for row in table.rows
    ]
    return replace(table, columns=[table.columns[at] for at in kept], rows=rows)


def with_names(table: Table) -> Table:
    """With what sessions are called, which is a text and may be broken."""
    names = _leads.get().names
    if not names:
        return table
    rows = list(table.rows)
    called = {at for row in rows for at, cell in enumerate(row) if cell in names}
    columns = [
        Column(c.head, TEXT if at in called else c.kind) for at, c in enumerate(table.columns)
    ]
    return replace(table, columns=columns, rows=rows)


def _said(lines: list[str]) -> list[str]:
    return [_plain(sentence(line)) for line in lines]


def _plain(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())


def _sessions(text: str, leads: Leads, draw: Callable[[str], str]) -> str:
    names = _SESSION_ID.findall(text)
    found = (leads.session(name, len(names) > _FEW) for name in names)
    return "".join(draw(piece) + next(found, "") for piece in _SESSION_ID.split(text))
