"""Runs the operation of a form with what was filled in, at once or as long work."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from markupsafe import Markup

from scorepad import operations
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.operation import Document, build
from scorepad.web.downloading import file_name
from scorepad.web.forms.field import PORTS, Field, field
from scorepad.web.operating import Files, Progress, Told, perform
from scorepad.web.own import Changed, Own
from scorepad.web.pages.page import Form
from scorepad.web.site import Site
from scorepad.web.watching.tablets import Tablets, place
from scorepad.web.work import Work

_GIVES_TABLE = "sync"  # the operation of a form that gives a tablet its table
_NEXT = Markup('<span class="next"><a href="{page}">{title}</a></span>')


@dataclasses.dataclass
class Task:
    """`values`: what the operation is given; `work`: has the files that came with the form.

    `texts`: those that were typed; `check`: raises Changed if it must not be done any more;
    `anew`: then looks at what it would do now, and says on which page that is.
    """

    site: Site
    form: Form
    work: Work
    values: Mapping[str, Any]
    texts: Files = dataclasses.field(default_factory=dict)
    check: Callable[[], None] | None = None
    anew: Callable[[], str] | None = None

    def begin(self) -> Work:
        """Begin it as long work. Raise UserError for what was filled in."""
        build(operations.find(self.form.command), {**self.values, **self._at_files()})
        kind = str(self.values.get("format") or "db")
        said = [self.values.get("evening"), *self.values.get("ids", ())]
        if self.form.saves:
            parts = [str(one) for one in said if one][:1] or [str(date.today())]
            self.work.called = file_name(self.form.saves, *parts, kind=kind)
        self.site.work_list.begin(self.work, self.done)
        return self.work

    def done(self, progress: Progress | None = None) -> Told:
        """Do it; return what it says, and where one sees what was done. Raise UserError."""
        try:
            told = self.run(progress)
        except Changed:
            if self.anew:
                self.work.shown = [_next(marked("Look at what it would do now"), self.anew())]
            raise
        if isinstance(told.outcome, Document):
            self.work.keep(told.outcome.content)
        if self.form.then:
            ways = self.form.then(self.values, told.outcome.as_json())
            told.parts += [_next(*each) for each in ways]
        return told

    def run(self, progress: Progress | None = None, dry_run: bool = False) -> Told:
        """Do it, or try what it would do. Raise UserError."""
        club, form = self.site.club, self.form
        values = {**self.values, **self._at_files()}
        guarded: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
        if self.check:
            guarded = club.guarded(self.check)
        kind = operations.find(form.command)
        try:
            with alone(self.site.tablets, form, values), guarded:
                told = perform(club, kind, values, self._files(), progress, dry_run)
        except UserError as refusal:
            bare = self._bare(str(refusal))
            if bare != str(refusal):
                raise UserError(bare, refusal.field, refusal.remedies) from refusal
            raise
        told.parts = [self._bare(part) if isinstance(part, str) else part for part in told.parts]
        return told

    def _at_files(self) -> dict[str, str]:
        """Return the file that the operation itself reads or makes here, in the work's folder."""
        if not self.form.at_files:
            return {}
        if self.form.saves:
            self.work.file = self.work.folder / self.work.called
            return {self.form.at_files: str(self.work.file)}
        name = self.values.get(self.form.at_files)
        return {self.form.at_files: str(self.work.folder / name) if name else ""}

    def _files(self) -> Files | None:
        """Return what came with the form, which the operation reads by its names."""
        if self.form.at_files:
            return None
        return {**{path.name: path.read_bytes() for path in self.work.kept}, **self.texts}

    def _bare(self, text: str) -> str:
        """Return a text without where files and tablets are on this machine."""
        return placed(self.form, self.values, self.work.bare(text))


def _next(title: str, page: str) -> Markup:
    return _NEXT.format(page=page, title=say(title))


def with_ports(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was filled in; for no port all at which a tablet is. Raise Own without any."""
    wanted = [one.name for one in _fields(form) if not one.required and not values.get(one.name)]
    return {**values, **{name: _all(tablets, form) for name in wanted}}


@contextlib.contextmanager
def alone(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> Iterator[None]:
    """As long as it lasts nobody else asks the tablets at these ports. Raise Own."""
    with contextlib.ExitStack() as stack:
        for port in sorted(set(_ports(form, values))):
            stack.enter_context(tablets.alone(port))
        yield


def placed(form: Form, values: Mapping[str, Any], text: str) -> str:
    """Return a text that says of these ports where they are, as people see it."""
    for port in _ports(form, values):
        text = text.replace(port, place(port))
    return text


def _ports(form: Form, values: Mapping[str, Any]) -> Iterator[str]:
    for one in _fields(form):
        said = values.get(one.name) or ()
        yield from [said] if isinstance(said, str) else said


def _fields(form: Form) -> list[Field]:
    fields = (field(form.command, name) for name in form.fields)
    return [one for one in fields if one.suggests in PORTS]


def _all(tablets: Tablets, form: Form) -> list[str]:
    """Of phones only where nobody gives a table: they have those of their links."""
    answered = (one for one in tablets.listed() if one.summary and one.summary.found)
    found = [one.port for one in answered if one.wired or form.command != _GIVES_TABLE]
    if not found:
        raise Own(say("No tablet is plugged in."))
    return found
