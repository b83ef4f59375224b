"""Authentication: one-time links, the director's password, and sessions that end.

All of it is in memory: a server that is started again asks everybody again.
"""

import hashlib
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from time import monotonic

from scorepad.club.security_log import Kind
from scorepad.context import Actor

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
    `address`: as of Actor; `browser`: its name and system, "" if they are unknown.
    `author`: who decides what is sent, unless the form says somebody else; "": nobody has said.
    """

    begun: float
    seen: float
    password: str = ""
    author: str = ""
    address: str = ""
    browser: str = ""
    number: int = field(default_factory=itertools.count(1).__next__)
    _said: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    @property
    def user(self) -> Actor:
        return Actor(self.author, self.address)

    def may_end(self, other: "Session") -> bool:
        """Return True if this login may end another: one by password ends none by the link."""
        return other is not self and (bool(other.password) or not self.password)

    def call(self, author: str) -> None:
        """Set the author of the session's changes."""
        self.author = self.find_author(author)

    def find_author(self, author: str) -> str:
        """Return the author for a name that was entered."""
        return author.strip()[:_LONGEST] or (_DIRECTOR if self.password else "")

    def keep(self, path: str, said: list[str]) -> str:
        """Store messages for the page of this path, and return their key."""
        key = secrets.token_hex(8)
        self._said[key] = path, said
        while len(self._said) > _MOST_SAID:
            self._said.pop(next(iter(self._said)))
        return key

    def tell(self, path: str, key: str) -> list[str]:
        """Return and delete the messages stored for this page under this key."""
        kept, said = self._said.get(key, ("", []))
        if kept == path:
            self._said.pop(key, None)
            return said
        return []


class Keys:
    """The links that wait, and the sessions that run, each kept by the hash of its secret.

    `note`: logs an event, with its kind, the user, and who else did it.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        note: Callable[[Kind, Actor, str], object] = lambda kind, by, about: None,
    ):
        self._clock = clock
        self._note = note
        self._links: dict[str, float] = {}
        self._sessions: dict[str, Session] = {}

    def new_link(self) -> str:
        """Return the secret of a new one-time link."""
        secret = secrets.token_urlsafe(32)
        self._links[_hash(secret)] = self._clock()
        return secret

    def use_link(self, secret: str, address: str = "", browser: str = "") -> str | None:
        """Return the secret of a new session for a valid one-time link, which is then used up."""
        made = self._links.pop(_hash(secret), None)
        if made is None or self._clock() - made > LINK_S:
            self._note(Kind.LINK_REFUSED, Actor(address=address), "")
            return None
        return self.new_session(address=address, browser=browser)

    def new_session(
        self, password: str = "", author: str = "", address: str = "", browser: str = ""
    ) -> str:
        """Return the secret of a new session; if there are too many, the longest idle one ends."""
        if len(self._sessions) >= _MOST:
            self._end(min(self._sessions, key=lambda each: self._sessions[each].seen))
        secret, now = secrets.token_urlsafe(32), self._clock()
        made = Session(now, now, password, address=address, browser=browser)
        made.call(author)
        self._sessions[_hash(secret)] = made
        self._note(Kind.PASSWORD_LOGIN if password else Kind.LINK_LOGIN, made.user, "")
        return secret

    def session(self, secret: str) -> Session | None:
        """Return the session if it has not ended, and mark it as seen now."""
        found = self.running(secret)
        if found:
            found.seen = self._clock()
        return found

    def running(self, secret: str) -> Session | None:
        """Return the session if it has not ended, unmarked: a page may just be open."""
        return self._running(_hash(secret))

    def list_sessions(self) -> list[Session]:
        """Return the sessions that have not ended, the oldest first."""
        return [found for hashed in list(self._sessions) if (found := self._running(hashed))]

    def time_of(self, reading: float) -> datetime:
        """Return the time of a reading of the clock, as `begun` and `seen` are."""
        return datetime.now(UTC) - timedelta(seconds=self._clock() - reading)

    def end(self, secret: str, kind: Kind = Kind.LOGOUT) -> None:
        """End a session. `kind`: why."""
        self._end(_hash(secret), kind)

    def end_others(self, by: Session, number: int | None = None) -> None:
        """End the session with this number, None: all but `by`, as far as `by` may end them."""
        for hashed, other in list(self._sessions.items()):
            if number in (None, other.number) and by.may_end(other):
                self._end(hashed, Kind.SESSION_ENDED, by.author)

    def _running(self, hashed: str) -> Session | None:
        found, now = self._sessions.get(hashed), self._clock()
        if found and now - found.seen <= IDLE_S and now - found.begun <= WHOLE_S:
            return found
        self._end(hashed)
        return None

    def _end(self, hashed: str, kind: Kind = Kind.SESSION_EXPIRED, about: str = "") -> None:
        if ended := self._sessions.pop(hashed, None):
            self._note(kind, ended.user, about)


def _hash(secret: str) -> str:
    # What is looked up is the hash, so how long that takes says nothing of the secret.
    return hashlib.sha256(secret.encode()).hexdigest()
