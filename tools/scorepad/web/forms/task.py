"""Runs the command of a form with what was filled in, at once or as long work."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from markupsafe import Markup

from scorepad.cli.output import Taken
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.web.command import NO_FILES, Files, Progress, run
from scorepad.web.downloading import file_name
from scorepad.web.own import Changed, Own
from scorepad.web.pages.field import TABLETS, Field, field
from scorepad.web.pages.page import Form
from scorepad.web.pages.words import with_labels
from scorepad.web.site import Site
from scorepad.web.watching.tablets import Tablets, place
from scorepad.web.work import Work

_GIVES_TABLE = "sync"  # the command of a form that gives a tablet its table
_NEXT = Markup('<span class="next"><a href="{page}">{title}</a></span>')


@dataclasses.dataclass
class Task:
    """`values`: what the command is given; `work`: has the files that came with the form.

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
        """As long work."""
        kind = str((self.values.get("--format") or ["db"])[0])
        said = [str(one) for name in ("--evening", "ids") for one in self.values.get(name) or ()]
        if self.form.saves:
            parts = said[:1] or [str(date.today())]
            self.work.called = file_name(self.form.saves, *parts, kind=kind)
        self.site.work_list.begin(self.work, self.done)
        return self.work

    def done(self, progress: Progress | None = None) -> Taken:
        """What the command says, and where one sees what was done. Raises UserError."""
        try:
            taken = self.run(progress)
        except Changed:
            if self.anew:
                self.work.shown = [_next(marked("Look at what it would do now"), self.anew())]
            raise
        if self.form.then:
            told = taken.known() if taken.known else None
            taken.shown += [_next(*each) for each in self.form.then(self.values, told)]
        return taken

    def run(self, progress: Progress | None = None) -> Taken:
        """What the command says. Raises UserError."""
        club, form = self.site.club, self.form
        values = {**self.values, **self._at_files()}
        guarded: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
        if self.check:
            guarded = club.guarded(self.check)
        try:
            with alone(self.site.tablets, form, values), guarded:
                return self._bare(run(club, form.command, values, self._files(), progress))
        except UserError as refusal:
            said = with_labels(self._told(str(refusal)), form.command, form.fields)
            if said != str(refusal):
                raise UserError(said) from refusal
            raise

    def _at_files(self) -> dict[str, str]:
        """The file that the command itself reads or makes here, in the folder of the work."""
        if not self.form.at_files:
            return {}
        if self.form.saves:
            self.work.file = self.work.folder / self.work.called
            return {self.form.at_files: str(self.work.file)}
        name = next(iter(self.values.get(self.form.at_files) or ()), "")
        return {self.form.at_files: str(self.work.folder / name) if name else ""}

    def _files(self) -> Files:
        """What came with the form, which the command reads by its names."""
        if self.form.at_files:
            return NO_FILES
        return {**{path.name: path.read_bytes() for path in self.work.kept}, **self.texts}

    def _bare(self, taken: Taken) -> Taken:
        told = self._told
        taken.shown = [told(part) if isinstance(part, str) else part for part in taken.shown]
        taken.notes = [told(note) for note in taken.notes]
        return taken

    def _told(self, text: str) -> str:
        """Without where files and tablets are on this machine."""
        return placed(self.form, self.values, self.work.bare(text))


def _next(title: str, page: str) -> Markup:
    return _NEXT.format(page=page, title=say(title))


def with_ports(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in; where no port was, all at which a tablet is. Raises Own without any."""
    ports = {one.name: values.get(one.name) for one in _fields(form)}
    optional = [one.name for one in _fields(form) if not one.required]
    ports |= {name: _all(tablets, form) for name in optional if not ports[name]}
    return {**values, **ports}


@contextlib.contextmanager
def alone(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> Iterator[None]:
    """As long as it lasts nobody else asks the tablets at these ports. Raises Own."""
    with contextlib.ExitStack() as stack:
        for port in sorted({port for one in _fields(form) for port in values[one.name]}):
            stack.enter_context(tablets.alone(port))
        yield


def placed(form: Form, values: Mapping[str, Any], text: str) -> str:
    """A text that says of these ports where they are, as people see it."""
    for port in (port for one in _fields(form) for port in values[one.name] or ()):
        text = text.replace(port, place(port))
    return text


def _fields(form: Form) -> list[Field]:
    fields = (field(form.command, name) for name in form.fields)
    return [one for one in fields if one.suggests in TABLETS]


def _all(tablets: Tablets, form: Form) -> list[str]:
    """Of phones only where nobody gives a table: they have those of their links."""
    answered = (one for one in tablets.listed() if one.summary and one.summary.found)
    found = [one.port for one in answered if one.wired or form.command != _GIVES_TABLE]
    if not found:
        raise Own(say("No tablet is plugged in."))
    return found
