"""Runs the command of a form with what was filled in, at once or as long work."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from markupsafe import Markup

from scorepad.cli.output import Taken
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.web.command import NO_FILES, Files, Progress, run
from scorepad.web.downloading import file_name
from scorepad.web.forms.ports import alone, placed
from scorepad.web.own import Changed
from scorepad.web.pages.page import Form
from scorepad.web.pages.words import with_labels
from scorepad.web.site import Site
from scorepad.web.work import Work

_NEXT = Markup('<span class="next"><a href="{page}">{title}</a></span>')


@dataclass
class Task:
    """`values`: what the command is given; `work`: has the files that came with the form.

    `texts`: those that were typed; `check`: raises Changed if it must not be done any more;
    `anew`: then looks at what it would do now, and says on which page that is.
    """

    site: Site
    form: Form
    work: Work
    values: Mapping[str, Any]
    texts: Files = field(default_factory=dict)
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
        guarded: AbstractContextManager[None] = nullcontext()
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
