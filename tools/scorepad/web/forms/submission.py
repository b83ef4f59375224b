"""Carries out a form: at once, as long work, or first as a look at what it would do."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from starlette.datastructures import FormData

from scorepad import operations
from scorepad.context import Actor
from scorepad.errors import Changed, UserError
from scorepad.language import Language, adapt, marked, say_in, text
from scorepad.operation import Document, build
from scorepad.web.asked import DRAFT, Asked
from scorepad.web.authentication.keys import Session
from scorepad.web.downloading import file_name
from scorepad.web.forms import filled
from scorepad.web.forms.drafts import Draft
from scorepad.web.forms.field import PORTS, Field, field, parameters
from scorepad.web.html import Html, fill_html
from scorepad.web.live.tablets import Tablets, place
from scorepad.web.operating import Files, Progress, Told, hide, perform
from scorepad.web.pages.page import Form
from scorepad.web.site import Site
from scorepad.web.work import Work

Known = Mapping[str, Any]  # by the names that programs read
_GIVES_TABLE = "sync"  # the operation of a form that gives a tablet its table
_NEXT = '<span class="next"><a href="{page}">{title}</a></span>'


@dataclass
class Task:
    """An operation to run. `values`: its parameters; `work`: has the files sent with the form.

    `texts`: files that were typed; `expected`: the versions of the subjects that the user has
    read; `preview`: if they have changed, makes a new preview and returns its address.
    """

    site: Site
    form: Form
    work: Work
    values: Mapping[str, Any]
    texts: Files
    actor: Actor
    language: Language
    expected: Mapping[str, int] | None = None
    preview: Callable[[], str] | None = None

    def begin(self) -> Work:
        """Begin it as long work. Raise UserError for what was filled in."""
        build(operations.find(self.form.command), {**self.values, **self._at_files()})
        kind = str(self.values.get("format") or "db")
        said = [self.values.get("evening"), *self.values.get("ids", ())]
        if self.form.saves:
            parts = [str(part) for part in said if part][:1] or [str(date.today())]
            self.work.called = file_name(self.form.saves, *parts, kind=kind)
        self.site.work_list.begin(self.work, self.execute)
        return self.work

    def execute(self, progress: Progress | None = None) -> Told:
        """Do it; return what it says, and where one sees what was done. Raise UserError."""
        try:
            told = self.run(progress)
        except Changed:
            if self.preview:
                self.work.shown = [_next(marked("Look at what it would do now"), self.preview())]
            raise
        if isinstance(told.outcome, Document):
            self.work.keep(told.outcome.content)
        if self.form.then:
            ways = self.form.then(self.values, told.outcome.as_json())
            told.parts += [_next(*each) for each in ways]
        return told

    def run(self, progress: Progress | None = None, dry_run: bool = False) -> Told:
        """Do it, or try what it would do. Raise UserError."""
        club, kind = self.site.club, operations.find(self.form.command)
        values = {**self.values, **self._at_files()}
        try:
            with contextlib.ExitStack() as around:
                for port in sorted(set(_ports(self.form, values))):
                    around.enter_context(self.site.tablets.alone(port))
                around_it = self.expected, self.actor, self.language
                told = perform(club, kind, values, self._files(), progress, dry_run, *around_it)
        except UserError as refusal:
            refusal.said = adapt(refusal.said, self._hide)
            raise
        told.parts = [
            adapt(part, self._hide) if isinstance(part, str) else part for part in told.parts
        ]
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
        return {**{path.name: path.read_bytes() for path in self.work.saved_files}, **self.texts}

    def _hide(self, said: str, language: str) -> str:
        """Return words without where files and tablets are on this machine."""
        bare = self.work.bare(said)
        for port in _ports(self.form, self.values):
            bare = hide(bare, port, say_in(language, place(port)))
        return bare


def _next(title: str, page: str) -> Html:
    return fill_html(_NEXT, page=page, title=text(title))


def with_ports(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was filled in; for no port all with a tablet. Raise UserError."""
    wanted = [one.name for one in _fields(form) if not one.required and not values.get(one.name)]
    return {**values, **{name: _all(tablets, form) for name in wanted}}


def _ports(form: Form, values: Mapping[str, Any]) -> Iterator[str]:
    for port_field in _fields(form):
        said = values.get(port_field.name) or ()
        yield from [said] if isinstance(said, str) else said


def _fields(form: Form) -> list[Field]:
    fields = (field(form.command, name) for name in form.fields)
    return [port_field for port_field in fields if port_field.suggests in PORTS]


def _all(tablets: Tablets, form: Form) -> list[str]:
    """Return all ports, without phones if the form assigns a table: their links have one."""
    answered = (each for each in tablets.list_connected() if each.summary and each.summary.found)
    found = [each.port for each in answered if each.wired or form.command != _GIVES_TABLE]
    if not found:
        raise UserError(text("No tablet is plugged in."))
    return found


@dataclass
class Submission:
    """A form that was sent. `asked`: the request of its page; `expected`: see Task."""

    site: Site
    session: Session
    form: Form
    asked: Asked
    language: Language
    expected: Mapping[str, int]

    def work(self, sent: FormData) -> Told | Work | Draft:
        """Return what it has done, the work that has begun, or the look. Raise UserError."""
        form, work = self.form, self.site.work_list.new(self.form.title)
        try:
            values = self._values(sent, work)
            texts = filled.texts(sent, form.command, form.fields)
            task = Task(self.site, form, work, values, texts, self.session.user, self.language)
            done = self._perform(task, sent)
        except BaseException:
            work.drop()
            raise
        self.session.call(self._author(sent))  # who was refused has decided nothing
        return done

    def _perform(self, task: Task, sent: FormData) -> Told | Work | Draft:
        form = self.form
        if form.looks or form.shows:
            return self._draft(task, filled.typed(sent, form.command, form.fields))
        task.expected = self.expected
        if form.long:
            return task.begin()
        told = task.execute()
        task.work.drop()
        if not any(isinstance(part, str) for part in told.parts):
            told.parts.append(text("Done."))
        return told

    def _values(self, sent: FormData, work: Work) -> dict[str, Any]:
        form = self.form
        now = None
        if form.now:  # what is filled in is compared with what there is
            self.site.club.read(lambda rows: rows.check_versions(self.expected))
            now = current_values(self.site, form, self.asked)
        given = filled.parse_values(sent, form.command, form.fields, now, lambda: work.folder)
        given = with_ports(self.site.tablets, form, given)
        author = self._author(sent)
        signed = {"author": author} if author and "author" in parameters(form.command) else {}
        values = {**self.asked.fixed(form.fixed), **dict(form.said), **given, **signed}
        filled.check_needed(form, values)
        return values

    def _author(self, sent: FormData) -> str:
        asked = "author" in self.form.fields
        named = sent.get("author", self.session.author) if asked else self.session.author
        return self.session.find_author(str(named))

    def _draft(self, task: Task, typed: Mapping[str, list[str]], again: bool = False) -> Draft:
        """Store and return a preview or a query's result; `again`: it replaces an earlier one.

        If it is refused, the files that were sent stay with the work that has them.
        """
        about = build(operations.find(self.form.command), task.values)
        versions = self.site.club.read(lambda rows: rows.versions(about.subjects(rows)))
        task = replace(task, expected=versions)
        looked = replace(task, values={**task.values, **dict(self.form.preview)})
        told = looked.run(dry_run=True)
        if again:
            task = replace(task, work=task.work.heir())
        preview = partial(self._preview, task, typed)
        begin = replace(task, preview=preview).begin if self.form.looks else None
        draft = Draft(self.session, self.asked.at, self.form, typed, told, task.work, begin)
        if self.form.chooses:
            draft.again = partial(self._again, task, typed)
            if not any("name" in each["meaning"] for each in told.outcome.as_json()["columns"]):
                draft.begin = None
        self.site.drafts.add(draft)
        return draft

    def _again(self, task: Task, typed: Mapping[str, list[str]], columns: list[str]) -> str:
        """Return the address of a preview with the chosen columns. Raise UserError."""
        chosen = {self.form.chooses: [*task.values.get(self.form.chooses, []), *columns]}
        return self._preview(replace(task, values={**task.values, **chosen}), typed)

    def _preview(self, task: Task, typed: Mapping[str, list[str]]) -> str:
        """Return the address of a new preview. Raise UserError."""
        return self.asked.address(**{DRAFT: self._draft(task, typed, again=True).id})


def load_initial_values(site: Site, form: Form, asked: Asked) -> Known:
    """Return the values that its operation has at first. Raise UserError."""
    kind, given = operations.find(form.command), asked.about | asked.fixed(form.fixed)
    return site.club.read(lambda rows: kind.prefill(rows, given))


def current_values(site: Site, form: Form, asked: Asked) -> dict[str, str]:
    """Return how the fields are now that a form changes. Raise UserError."""
    return filled.now_of(load_initial_values(site, form, asked), form.fields)
