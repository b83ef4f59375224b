"""The declaration of pages: each shows the outcome of an operation, and has forms of others."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scorepad import operations
from scorepad.language import text
from scorepad.operation import PAGE, Operation, parameters, title
from scorepad.reports.content.report import DO, Column, Report, Section
from scorepad.reports.drawing.media import has_pdf
from scorepad.web.authentication.keys import Session
from scorepad.web.html import Html
from scorepad.web.operating import Parts
from scorepad.web.site import Site

BY_WHOM = ("reason", "author")
PRINT = ("pdf", "html") if has_pdf() else ("html",)
OF_EVENT = ("usebio", "bridgewebs")
_ANNOTATED = "__annotations__"
EXPORTED = (*PRINT, "csv", "pbn", *OF_EVENT, "json")

Fixed = tuple[tuple[str, str], ...]  # a field of a command, and the part of a page's path
Said = tuple[tuple[str, str | bool], ...]  # a field of a command, and what it always is
Show = Callable[[Site, Mapping[str, str]], Parts]  # of what is asked for, by its names
Usual = tuple[tuple[str, str | Callable[[Site], str]], ...]  # what is asked for, and how usually
Suited = Callable[[Site, Mapping[str, str]], Collection[str]]  # of the same

Next = tuple[str, str]  # what a page is called, and its address
Then = Callable[[Mapping[str, Any], Any], list[Next]]  # of what the command was given, has told


@dataclass(frozen=True)
class Form:
    """An operation that changes something. `called`: the title, where it is not that of the
    operation. `asks`: what is asked for of what that takes, if it is not all.

    `fixed`: what the page knows itself: by the name of the field, that of a part of its path.
    `said`: what is always so. `about`: whether it is refused if what the page shows was changed
    since the page was read.

    `needed`: those of its fields that this form needs, though the operation does not. `now`:
    whether its fields are shown as they are now, and only what is changed is given. `preview`:
    with which the operation only says what it would change, where that is more than a dry run; the
    form then asks once more, and is refused if what the operation is about has changed; `chooses`:
    the field that says what the columns of a file are, which can be chosen then. `shows`: whether
    it only finds something out, which the page then shows. `ticked`: what is checked at first.
    `by_link`: whether it is only for who has opened the link at the machine, and not for who came
    in by the password. `long`: whether it is work of which one sees how far it has come; `saves`:
    the name of the file that comes of it, before its ending; `at_files`: the field of a file that
    the command itself reads, or makes, here. `then`: where one sees what it has done. `leads`: to
    which page, if this one is no more afterwards.
    """

    command: str
    called: str = ""
    asks: tuple[str, ...] = ()
    fixed: Fixed = ()
    about: bool = True
    said: Said = ()
    needed: tuple[str, ...] = ()
    now: bool = False
    preview: Said = ()
    chooses: str = ""
    shows: bool = False
    ticked: tuple[str, ...] = ()
    by_link: bool = False
    long: bool = False
    saves: str = ""
    at_files: str = ""
    then: Then | None = None
    leads: str = ""
    key: str = ""  # where a page has several forms of one command

    @property
    def _kind(self) -> type[Operation]:
        return operations.find(self.command)

    @property
    def title(self) -> str:
        """Return what it is called."""
        return self.called or title(self._kind)

    @property
    def fields(self) -> tuple[str, ...]:
        """Return what is asked for: what many operations take, such as a reason, last."""
        takes = {each.name: each.param.where for each in parameters(self._kind)}
        known = {name for name, _ in (*self.fixed, *self.said)}
        listed = (name for kind in self._kind.__mro__ for name in vars(kind).get(_ANNOTATED, ()))
        wanted = (name for name in listed if PAGE in takes.get(name, ()) and name not in known)
        return self.asks or tuple(wanted)

    @property
    def looks(self) -> bool:
        """Return True if it shows first what it would do."""
        return bool(self.preview) or getattr(self._kind, "preview", False)

    @property
    def name(self) -> str:
        """The form's identifier, unique within its page."""
        return f"{self.command} {self.key}".strip().replace(" ", "-")


@dataclass(frozen=True)
class Page:
    """`path`: with the names of its parts in braces; `command`: what it shows, unless `show` does;
    `more`: the content below it.

    `asked`: what may be chosen of it; `fixed`, `said`: as of a form; `usual`: what is asked for if
    nobody has said anything else. `files`: the formats that what a command shows can be saved in;
    by the command `saves` if that makes them, or those of an event, with `saved` of its path;
    `suited`: which of them what is shown suits. `menu`: whether the menu has it. `related`: what
    other pages are called, and their addresses, with parts of this one's path. `unfolded`: whether
    its forms are seen at once. `own`: what depends on who asks, above the rest; it is not kept up
    to date. `part`: a template of what stands above the rest, with its script.

    A form is refused if since the page was read one of the subjects has changed that the
    operation of the page is about (Operation.subjects), or the operation `about`.
    """

    path: str
    title: str
    command: str = ""
    asked: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()
    fixed: Fixed = ()
    files: tuple[str, ...] = PRINT
    menu: bool = True
    show: Show | None = None
    more: Show | None = None
    said: Said = ()
    usual: Usual = ()
    saves: str = ""
    saved: Fixed = ()
    suited: Suited | None = None
    related: Fixed = ()
    unfolded: bool = False
    own: Callable[[Site, Session], Html] | None = None
    part: str = ""
    about: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The formats that it can be saved in: what a command shows, for programs too."""
        return tuple(dict.fromkeys((*self.files, "json"))) if self.command else ()


def form_at(path: str, form: Form, values: Mapping[str, object]) -> str:
    """Return the address of a form on the page at this path, filled in with these values."""
    query = urlencode({"form": form.name, **values}, doseq=True, safe="=")
    return f"{path}?{query}"


def with_column(report: Report, head: str, cell: Callable[[Sequence[str]], str]) -> Report:
    """Return the report with an action column in the tables whose first column has this head."""
    return replace(report, sections=[_with(section, head, cell) for section in report.sections])


def _with(section: Section, head: str, cell: Callable[[Sequence[str]], str]) -> Section:
    table = section.table
    if not table or table.columns[0].head != head:
        return section
    columns = [*table.columns, Column(text("Change"), DO)]
    rows = [[*row, cell(row)] for row in table.rows]
    return replace(section, table=replace(table, columns=columns, rows=rows))
