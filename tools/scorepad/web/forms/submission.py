"""Carries out a form: at once, as long work, or first as a look at what it would do."""

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Any

from markupsafe import Markup
from starlette.datastructures import FormData

from scorepad.cli.commands.club.players import UNCHANGED
from scorepad.cli.output import Taken
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.web.command import NO_FILES, Files, Progress, described, run
from scorepad.web.door.keys import Session
from scorepad.web.downloading import file_name
from scorepad.web.forms import filled
from scorepad.web.forms.drafts import Draft
from scorepad.web.forms.ports import alone, with_ports
from scorepad.web.own import Changed
from scorepad.web.pages.page import Form
from scorepad.web.pages.words import with_labels
from scorepad.web.site import Site
from scorepad.web.work import Work

_NEXT = Markup('<span class="next"><a href="{page}">{title}</a></span>')
Known = Mapping[str, Any]  # by the names that programs read


@dataclass
class Submission:
    """What a form that was sent does. `path`: the parts of the page's path.

    `check`: raises Changed if the page has become another one since it was read.
    """

    site: Site
    session: Session
    form: Form
    path: Mapping[str, str]
    check: Callable[[], None]
    _texts: Files = field(default_factory=dict)

    def work(self, sent: FormData, confirmed: str) -> Taken | Work | Draft:
        """What its command says, the work that has begun, or the look at it. Raises UserError."""
        if confirmed:
            draft = self.site.drafts.take(confirmed, self.session, self.form)
            return self._begun(draft.work, draft.values, partial(self._unchanged, draft.seen))
        work = self.site.work_list.new(self.form.title)
        try:
            values = self._values(sent, work)
            if self.form.preview:
                return self._draft(values, work)
            check = self.check if self.form.about else None
            if self.form.long:
                return self._begun(work, values, check)
            taken = self._done(work, values, check)
        except BaseException:
            work.drop()
            raise
        work.drop()
        said = any(isinstance(part, str) for part in (*taken.notes, *taken.shown))
        if not said and not self.form.shows:
            taken.notes.append(say("Done."))
        return taken

    def _as_seen(self, sent: FormData) -> dict[str, str]:
        """The same, if it is what who sent this has seen. Raises Changed."""
        now = filled.now_of(known(self.site.club, self.form, self.path), self.form.fields)
        if any(sent.get(filled.WAS + name, value) != value for name, value in now.items()):
            raise Changed
        return now

    def _values(self, sent: FormData, work: Work) -> dict[str, Any]:
        form = self.form
        now = self._as_seen(sent) if form.now else None
        given = filled.given(sent, form.command, form.fields, now, lambda: work.folder)
        author = str(sent.get("--author", "")).strip()
        if "--author" in form.fields and author:
            self.session.author = author
        self._texts = filled.texts(sent, form.command, form.fields)
        given = with_ports(self.site.tablets, form, given)
        return {**_fixed(self.form, self.path), **dict(form.said), **given, **self._author()}

    def _author(self) -> dict[str, Any]:
        """Who decides it, where the command wants to know."""
        takes = described(self.form.command).takes
        wanted = any("--author" in one.option_strings for one in takes)
        return {"--author": [self.session.author]} if wanted and self.session.author else {}

    def _begun(
        self, work: Work, values: Mapping[str, Any], check: Callable[[], None] | None
    ) -> Work:
        kind = str((values.get("--format") or ["db"])[0])
        said = [str(one) for name in ("--evening", "ids") for one in values.get(name) or ()]
        if self.form.saves:
            work.called = file_name(self.form.saves, *said[:1] or [str(date.today())], kind=kind)
        self.site.work_list.begin(work, lambda progress: self._done(work, values, check, progress))
        return work

    def _done(
        self,
        work: Work,
        values: Mapping[str, Any],
        check: Callable[[], None] | None,
        progress: Progress | None = None,
    ) -> Taken:
        """What it says, and where one sees what was done."""
        taken = self._run(work, values, check, progress)
        if self.form.then:
            title, page = self.form.then(self.site.club, values)
            taken.shown.append(_NEXT.format(page=page, title=say(title)))
        return taken

    def _run(
        self,
        work: Work,
        values: Mapping[str, Any],
        check: Callable[[], None] | None,
        progress: Progress | None = None,
    ) -> Taken:
        club, command = self.site.club, self.form.command
        guarded: AbstractContextManager[None] = club.guarded(check) if check else nullcontext()
        if self.form.at_files:
            values = {**values, **self._at_files(values, work)}
        files = NO_FILES if self.form.at_files else {**_files(work), **self._texts}
        try:
            with alone(self.site.tablets, self.form, values), guarded:
                return _bare(run(club, command, values, files, progress), work)
        except UserError as refusal:
            told = with_labels(work.bare(str(refusal)), command, self.form.fields)
            if told != str(refusal):
                raise UserError(told) from refusal
            raise

    def _at_files(self, values: Mapping[str, Any], work: Work) -> dict[str, str]:
        """The file that the command itself reads or makes here, in the folder of the work."""
        if self.form.saves:
            work.file = work.folder / work.called
            return {self.form.at_files: str(work.file)}
        name = next(iter(values.get(self.form.at_files) or ()), "")
        return {self.form.at_files: str(work.folder / name) if name else ""}

    def _draft(self, values: Mapping[str, Any], work: Work) -> Draft:
        seen = self._concerned()
        looked = {**values, **dict(self.form.preview)}
        taken = self._run(work, looked, None)
        # The page says that itself, where one confirms it.
        unchanged = f"; {say(UNCHANGED)}"
        taken.shown = [
            part.replace(unchanged, "") if isinstance(part, str) else part for part in taken.shown
        ]
        name = secrets.token_hex(8)
        draft = Draft(name, self.session, self.form, values, work, seen, taken)
        self.site.drafts.add(draft)
        return draft

    def _concerned(self) -> str:
        """A digest of what it concerns."""
        asked: dict[str, Any] = {**_fixed(self.form, self.path), "--json": True}
        return sha256(run(self.site.club, self.form.concerns, asked).saved).hexdigest()

    def _unchanged(self, seen: str) -> None:
        if self._concerned() != seen:
            raise Changed


def known(club: Club, form: Form, path: Mapping[str, str]) -> Known:
    """What the command that says how its fields are now says to programs. Raises UserError."""
    asked: dict[str, Any] = {**_fixed(form, path), "--json": True}
    found: Known = json.loads(run(club, form.now, asked).saved)
    return found


def _fixed(form: Form, path: Mapping[str, str]) -> dict[str, Any]:
    return {name: path[part] for name, part in form.fixed}


def _bare(taken: Taken, work: Work) -> Taken:
    taken.shown = [work.bare(part) if isinstance(part, str) else part for part in taken.shown]
    taken.notes = [work.bare(note) for note in taken.notes]
    return taken


def _files(work: Work) -> Files:
    """What came with the form."""
    return {path.name: path.read_bytes() for path in work.kept}
