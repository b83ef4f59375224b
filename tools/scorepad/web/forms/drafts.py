"""What forms would do, until somebody confirms it."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.cli.output import Taken
from scorepad.language import say
from scorepad.web.door.keys import Session
from scorepad.web.own import Own
from scorepad.web.work import Work

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
                self._waiting.pop(next(iter(self._waiting))).work.drop()

    def take(self, name: str, by: Session, form: object) -> Draft:
        """The one with this id, once. Raises UserError."""
        with self._lock:
            draft = self._waiting.get(name)
            if draft is None or draft.by is not by or draft.form is not form:
                raise Own(say("This was sent before, or is too old: choose the file again."))
            return self._waiting.pop(name)
