"""What forms would do, until somebody confirms it."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.cli.commands.club.players import UNCHANGED
from scorepad.cli.output import Taken
from scorepad.language import say
from scorepad.reports.content.report import Report
from scorepad.web.door.keys import Session
from scorepad.web.own import Own
from scorepad.web.work import Work, drop

_MOST = 10


@dataclass
class Draft:
    """What a form would do, until it is confirmed: exactly that. `seen`: what it `concerns`."""

    id: str
    by: Session
    form: object
    values: Mapping[str, Any]
    work: Work
    seen: str
    taken: Taken

    @property
    def parts(self) -> list[Report | str]:
        """What it says, but that it is undone, which the page says where one confirms it."""
        said = (*self.taken.notes, *self.taken.shown)
        return [one.replace(UNCHANGED, "") if isinstance(one, str) else one for one in said]


class Drafts:
    """Those that wait; of too many the oldest one goes."""

    def __init__(self) -> None:
        self._waiting = dict[str, Draft]()
        self._lock = threading.Lock()

    def add(self, draft: Draft) -> None:
        """One that waits from now on."""
        with self._lock:
            self._waiting[draft.id] = draft
            while len(self._waiting) > _MOST:
                drop(self._waiting.pop(next(iter(self._waiting))).work)

    def take(self, name: str, by: Session, form: object) -> Draft:
        """The one with this id, once. Raises UserError."""
        with self._lock:
            draft = self._waiting.get(name)
            if draft is None or draft.by is not by or draft.form is not form:
                raise Own(say("This was sent before, or is too old: choose the file again."))
            return self._waiting.pop(name)

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """As long as it lasts; then all their files are gone."""
        try:
            yield
        finally:
            while self._waiting:
                drop(self._waiting.popitem()[1].work)
