"""The tablets in pages that are joined to this server, each by the link of its table."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import count
from typing import NamedTuple

from scorepad.club.records.phone_bounds import PHONE
from scorepad.language import text
from scorepad.tablet.cable import Cable, CableGone, Place
from scorepad.web.tablet.line import Line

_MOST_AT_A_TABLE = 8  # the longest there gives way, and of those that have gone the longest gone
_MOST_S = 20.0  # that all of a sync may take: the next one goes on
_LATE_S = 5.0  # of it, that the phone is waited for: one that hears nothing is given up as soon
_lines = count(1)


@dataclass(frozen=True)
class Phone:
    """`tablet`: its id, hexadecimal; `table`: whose link it has; `number`: of the line to it.

    `tables`: whose links it has ever had; `may`: whether it may still come.
    """

    tablet: str
    table: int
    tables: frozenset[int]
    may: Callable[[], bool]
    line: Line
    number: int = field(default_factory=_lines.__next__)

    @property
    def port(self) -> str:
        """The name of its port, a new one for each connection."""
        return f"{PHONE}{self.table}/{self.tablet}/{self.number}"


def table_of(port: str) -> int:
    """Return the table in the name of a phone's port."""
    return int(port.removeprefix(PHONE).partition("/")[0])


class Away(NamedTuple):
    """A disconnected phone. `since`: by the clock of this machine; `tablet`: its id."""

    table: int
    since: datetime
    tablet: str


class Phones:
    """The connected phones. Calls `happened` if one comes or goes, `stir` also if one has news."""

    def __init__(self, happened: Callable[[], object], stir: Callable[[], object]):
        self._happened = happened
        self._stir = stir
        self._at = dict[str, Phone]()
        self._away = dict[str, Away]()  # by their ids
        self._news = set[str]()
        self._lock = threading.Lock()

    def there(self) -> set[str]:
        with self._lock:
            return {*self._at}

    def has_news(self, phone: Phone) -> None:
        """Note that something was saved there."""
        with self._lock:
            self._news.add(phone.port)
        self._stir()

    def news(self) -> set[str]:
        """Return the ports with news since the last call."""
        with self._lock:
            told, self._news = self._news, set()
        return told

    def join(self, phone: Phone) -> None:
        """Add a phone; close its earlier line, and the oldest ones of a table with too many."""
        with self._lock:
            before = [other for other in self._at.values() if other.tablet == phone.tablet]
            others = [other for other in self._at.values() if other.table == phone.table]
            before += others[: max(0, len(others) - _MOST_AT_A_TABLE + 1)]
            for earlier in before:
                self._at.pop(earlier.port, None)
            self._at[phone.port] = phone
            self._away.pop(phone.tablet, None)
        for earlier in before:
            earlier.line.end()
        self._happened()
        self._stir()

    def leave(self, phone: Phone) -> None:
        phone.line.end()
        with self._lock:
            if self._at.pop(phone.port, None):
                self._away[phone.tablet] = Away(phone.table, datetime.now(), phone.tablet)
                same = [who for who, away in self._away.items() if away.table == phone.table]
                for who in same[:-_MOST_AT_A_TABLE]:
                    del self._away[who]
        self._happened()

    def away(self) -> list[Away]:
        """Return the disconnected phones, by table."""
        with self._lock:
            return sorted(self._away.values())

    def place(self, port: str) -> Place:
        """Return the connection to a port. Raise CableGone if it, or its code, is gone."""
        with self._lock:
            phone = self._at.get(port)
        if phone is None:
            raise CableGone(text("This phone is not connected any more; it comes back by itself."))
        if not phone.may():
            phone.line.end()
            raise CableGone(text("The code of this table has ended: scan the new one."))
        cable = partial(
            Cable,
            port=phone.line,
            again=text("it goes on by itself"),
            gone=text("the phone is out of reach, or its page was closed"),
            most=_MOST_S,
            late=_LATE_S,
        )
        return Place(cable, phone.table, phone.tablet, phone.tables)
