"""Carries out a form: at once, as long work, or first as a look at what it would do."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.datastructures import FormData

from scorepad.cli.output import Taken
from scorepad.cli.running import UNCHANGED
from scorepad.club.records.store import Club
from scorepad.language import say
from scorepad.web.asked import DRAFT, Asked
from scorepad.web.command import described, run
from scorepad.web.door.keys import Session
from scorepad.web.forms import filled
from scorepad.web.forms.drafts import Draft
from scorepad.web.forms.task import Task, with_ports
from scorepad.web.own import Changed
from scorepad.web.pages.page import Form
from scorepad.web.site import Site
from scorepad.web.work import Work

Known = Mapping[str, Any]  # by the names that programs read
_BY_SYNC = ("sessions", "tables")  # those of them that are of what tablets have brought


@dataclass
class Submission:
    """What a form that was sent does. `asked`: of which page.

    `check`: raises Changed if that has become another one since it was read.
    """

    site: Site
    session: Session
    form: Form
    asked: Asked
    check: Callable[[], None] | None

    def work(self, sent: FormData) -> Taken | Work | Draft:
        """What its command says, the work that has begun, or the look at it. Raises UserError."""
        form, work = self.form, self.site.work_list.new(self.form.title)
        try:
            task = Task(self.site, form, work, self._values(sent, work))
            task.texts = filled.texts(sent, form.command, form.fields)
            done = self._done(task, sent)
        except BaseException:
            work.drop()
            raise
        self.session.call(self._author(sent))  # who was refused has decided nothing
        return done

    def _done(self, task: Task, sent: FormData) -> Taken | Work | Draft:
        form = self.form
        if form.preview or form.shows:
            return self._draft(task, filled.typed(sent, form.command, form.fields))
        task.check = self.check
        if form.long:
            return task.begin()
        taken = task.done()
        task.work.drop()
        if not any(isinstance(part, str) for part in (*taken.notes, *taken.shown)):
            taken.notes.append(say("Done."))
        return taken

    def _as_seen(self, sent: FormData) -> dict[str, str]:
        """The same, if it is what who sent this has seen. Raises Changed."""
        now = filled.now_of(known(self.site.club, self.form, self.asked), self.form.fields)
        if any(sent.get(filled.WAS + name, value) != value for name, value in now.items()):
            raise Changed
        return now

    def _values(self, sent: FormData, work: Work) -> dict[str, Any]:
        form = self.form
        now = self._as_seen(sent) if form.now else None
        given = filled.given(sent, form.command, form.fields, now, lambda: work.folder)
        given = with_ports(self.site.tablets, form, given)
        author = self._author(sent)
        takes = described(form.command).takes
        wanted = author and any("--author" in one.option_strings for one in takes)
        signed = {"--author": [author]} if wanted else {}
        return {**self.asked.fixed(form.fixed), **dict(form.said), **given, **signed}

    def _author(self, sent: FormData) -> str:
        asked = "--author" in self.form.fields
        named = sent.get("--author", self.session.author) if asked else self.session.author
        return self.session.called(str(named))

    def _draft(self, task: Task, typed: Mapping[str, list[str]], again: bool = False) -> Draft:
        """What it would do, or has found out, which waits; `again`: instead of one before.

        Where it is refused the files that were sent stay with the work that has them.
        """
        check = self._same() if self.form.preview and self.form.concerns else None
        taken = replace(task, values={**task.values, **dict(self.form.preview)}).run()
        if again:
            task = replace(task, work=task.work.heir())
        anew = partial(self._anew, task, typed)
        begin = replace(task, check=check, anew=anew).begin if self.form.preview else None
        # The page says that itself, where one confirms it.
        taken.shown = [part for part in taken.shown if part != say(UNCHANGED)]
        draft = Draft(self.session, self.asked.at, self.form, typed, taken, task.work, begin)
        if self.form.chooses and taken.known:
            draft.again = partial(self._again, task, typed)
            if not any("name" in one["meaning"] for one in taken.known()["columns"]):
                draft.begin = None
        self.site.drafts.add(draft)
        return draft

    def _again(self, task: Task, typed: Mapping[str, list[str]], columns: list[str]) -> str:
        """The page with what it would do if columns are what was chosen. Raises UserError."""
        chosen = {self.form.chooses: [*task.values.get(self.form.chooses, []), *columns]}
        return self._anew(replace(task, values={**task.values, **chosen}), typed)

    def _anew(self, task: Task, typed: Mapping[str, list[str]]) -> str:
        """The page with what it would do now. Raises UserError."""
        return self.asked.address(**{DRAFT: self._draft(task, typed, again=True).id})

    def _same(self) -> Callable[[], None]:
        """What raises Changed if what it concerns has become another thing since now."""
        seen = self._concerned()

        def check() -> None:
            if self._concerned() != seen:
                raise Changed

        return check

    def _concerned(self) -> list[Known]:
        """What it concerns, without what comes from tablets."""
        asked: dict[str, Any] = {**self.asked.fixed(self.form.fixed), "--json": True}
        found = json.loads(run(self.site.club, self.form.concerns, asked).saved)
        entries = found if isinstance(found, list) else [found]
        return [{name: each[name] for name in each if name not in _BY_SYNC} for each in entries]


def known(club: Club, form: Form, asked: Asked) -> Known:
    """What the command that says how its fields are now says to programs. Raises UserError."""
    fixed: dict[str, Any] = {**asked.fixed(form.fixed), "--json": True}
    return json.loads(run(club, form.now, fixed).saved)
