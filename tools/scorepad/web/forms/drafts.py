"""Previews of forms until somebody confirms them, and results of their queries."""

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.web.authentication.keys import Session
from scorepad.web.operating import Told
from scorepad.web.work import Work

MOST = 20  # of one session
MOST_IN_ALL = 200


class Gone(UserError):
    """A preview that can no longer be confirmed: it was carried out, or newer ones replaced it."""

    status = 410

    def __init__(self) -> None:
        super().__init__(text("This was sent before, or is too old: fill in the form again."))


@dataclass
class Draft:
    """The preview of a form. `by`, `at`: the session and path where it was shown.

    `typed`: the values of the form; `work`: has its files; `begin`: carries it out, None if
    there is nothing to do. `again`: makes a new preview with other columns of its file.
    """

    by: Session
    at: str
    form: object
    typed: Mapping[str, list[str]]
    told: Told
    work: Work
    begin: Callable[[], Work] | None = None
    again: Callable[[list[str]], str] | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(8))


class Drafts:
    """The waiting previews; the oldest are deleted beyond a limit per session and in all."""

    def __init__(self) -> None:
        self._waiting = dict[str, Draft]()
        self._lock = threading.Lock()

    def add(self, draft: Draft) -> None:
        """Store a preview until it is confirmed."""
        with self._lock:
            self._waiting[draft.id] = draft
            mine = [other.id for other in self._waiting.values() if other.by is draft.by]
            for name in mine[:-MOST] or list(self._waiting)[:-MOST_IN_ALL]:
                self._waiting.pop(name).work.drop()

    def find(self, name: str, by: Session, at: str) -> Draft:
        with self._lock:
            return self._find(name, by, at)

    def confirm(self, name: str, by: Session, at: str) -> Work:
        """Begin the work of a preview, once, and return it. Raise Gone."""
        with self._lock:
            draft = self._find(name, by, at)
            if not draft.begin:
                raise Gone
            del self._waiting[name]
        return draft.begin()

    def _find(self, name: str, by: Session, at: str) -> Draft:
        draft = self._waiting.get(name)
        if draft is None or draft.by is not by or draft.at != at:
            raise Gone
        return draft
