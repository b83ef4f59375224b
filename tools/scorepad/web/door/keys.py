"""Who may come in: links that open once, the director's password, and sessions that end.

All of it is in memory: a server that is started again asks everybody anew.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

IDLE_S = 8 * 3600.0  # without a request, after which a session ends: longer than an evening
WHOLE_S = 24 * 3600.0  # after which it ends in any case
LINK_S = 3600.0  # as long as a link waits to be opened
_MOST = 1000  # sessions at a time
_MOST_SAID = 20  # messages that wait for their pages
_LONGEST = 100  # characters of a name
_DIRECTOR = "director"  # who came in by the password and says no name: not whose PC this is


@dataclass
class Session:
    """Somebody who came in. `begun`, `seen`: seconds of the clock.

    `password`: what was kept of it when it let them in; "": a link did.
    `author`: who decides what is sent, unless the form says somebody else; "": nobody has said.
    """

    begun: float
    seen: float
    password: str = ""
    author: str = ""
    _said: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    def call(self, author: str) -> None:
        """Who decides here from now on."""
        self.author = self.called(author)

    def called(self, author: str) -> str:
        """Who decides, of whom that was said."""
        return author.strip()[:_LONGEST] or (_DIRECTOR if self.password else "")

    def keep(self, path: str, said: list[str]) -> str:
        """Under which key the page of this path tells this, once."""
        key = secrets.token_hex(8)
        self._said[key] = path, said
        while len(self._said) > _MOST_SAID:
            self._said.pop(next(iter(self._said)))
        return key

    def tell(self, path: str, key: str) -> list[str]:
        """What was kept for this page under this key; then it is gone."""
        kept, said = self._said.get(key, ("", []))
        if kept == path:
            self._said.pop(key, None)
            return said
        return []


class Keys:
    """The links that wait, and the sessions that run, each kept by the hash of its secret."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._links: dict[str, float] = {}
        self._sessions: dict[str, Session] = {}

    def new_link(self) -> str:
        """The secret of a link that opens once."""
        secret = secrets.token_urlsafe(32)
        self._links[_hash(secret)] = self._clock()
        return secret

    def use_link(self, secret: str) -> str | None:
        """The secret of a new session, for a link that waits; after that it opens no more."""
        made = self._links.pop(_hash(secret), None)
        if made is None or self._clock() - made > LINK_S:
            return None
        return self.new_session()

    def new_session(self, password: str = "", author: str = "") -> str:
        """The secret of a new session; where there are very many, the longest idle one ends."""
        if len(self._sessions) >= _MOST:
            del self._sessions[min(self._sessions, key=lambda each: self._sessions[each].seen)]
        secret, now = secrets.token_urlsafe(32), self._clock()
        self._sessions[_hash(secret)] = made = Session(now, now, password)
        made.call(author)
        return secret

    def session(self, secret: str) -> Session | None:
        """The session, if it has not ended; it was seen now."""
        found = self.running(secret)
        if found:
            found.seen = self._clock()
        return found

    def running(self, secret: str) -> Session | None:
        """The same, but a page that only stays open is not seen."""
        found, now = self._sessions.get(_hash(secret)), self._clock()
        if found and now - found.seen <= IDLE_S and now - found.begun <= WHOLE_S:
            return found
        self.end(secret)
        return None

    def end(self, secret: str) -> None:
        """Ends a session."""
        self._sessions.pop(_hash(secret), None)


def _hash(secret: str) -> str:
    # What is looked up is the hash, so how long that takes says nothing of the secret.
    return hashlib.sha256(secret.encode()).hexdigest()
