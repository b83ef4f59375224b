"""A tablet that knows only what `docs/link.md` and `docs/records.md` say: for a pseudo-terminal.

It is what a stranger would make who has read them: nothing here is of the firmware.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field

from support.pages import page_records
from support.pages.link_page import (
    ENTRIES,
    EVERY_SYNC,
    LISTED,
    NOTHING,
    PAGE,
    PROTOCOL,
    REQUESTS,
    STATES,
    UNKNOWN,
    line,
    text_of,
)
from support.pages.page_records import SIZE, Game


class Error(Exception):
    """A request that is refused."""


@dataclass
class Session:
    """What the tablet has of a session. `total`: as it is said."""

    game: Game
    raw: bytes
    total: str
    fetched: str = ""  # the CRC with which the PC has it

    @property
    def crc(self) -> str:
        return f"{page_records.checksum(self.raw):08x}"

    @property
    def state(self) -> str:
        fetched = self.game.state == "complete" and self.fetched == self.crc
        return STATES["fetched" if fetched else self.game.state]


@dataclass
class PageTablet:
    """`basic`: it has only the requests that every sync makes."""

    tablet: bytes
    table: int
    basic: bool = False
    clock: int = 0
    sessions: dict[int, Session] = field(default_factory=dict)
    lists: dict[str, bytes] = field(default_factory=dict)  # roster and rules, as they came in
    heard: list[str] = field(default_factory=list)  # requests without their numbers
    _coming: dict[str, list[bytes]] = field(default_factory=dict)
    _received: bytes = b""
    _sent: bytes = b""

    def plays(self, game: Game, total: str, number: int = 0) -> int:
        """A session more, or that of this number as it is by now; its number."""
        number = number or max(self.sessions, default=0) + 1
        raw = page_records.records(self.tablet, number, self.table, game)
        self.sessions[number] = Session(game, raw, total)
        return number

    # What a port is served with (ptys.plugged_in)

    def wait(self, milliseconds: int) -> None:
        """It needs no time."""

    def serial_read(self) -> bytes:
        """What it has said since."""
        sent, self._sent = self._sent, b""
        return sent

    def serial_write(self, received: bytes) -> None:
        """What has come in."""
        *lines, self._received = (self._received + received).replace(b"\r", b"\n").split(b"\n")
        for request in filter(None, map(text_of, lines)):
            if request[0] == "?":
                number, _, words = request[1:].partition(" ")
                self.heard.append(words)
                self._sent += line(f"!{number} {self._answer(words.split(' '))}")

    def _answer(self, words: list[str]) -> str:
        try:
            return f"ok {self._request(*words)}".rstrip()
        except Error as error:
            return f"error {error}"

    def _request(self, word: str, *given: str) -> str:
        wanted = REQUESTS.get(word)
        does: Callable[..., str] | None = getattr(self, f"_{word}", None)
        if wanted is None or does is None or (self.basic and word not in EVERY_SYNC):
            raise Error(UNKNOWN)
        if len(given) != len(wanted):
            raise Error(f"{word} takes {len(wanted)} arguments")
        return does(*map(_argument, wanted, given))

    def _who(self) -> str:
        return f"scorepad {PROTOCOL} {self.tablet.hex()} {self.table} page-1 99999"

    def _clock(self, minutes: int) -> str:
        self.clock = minutes
        return ""

    def _table(self, table: int) -> str:
        self.table = table
        return ""

    def _list(self, after: int) -> str:
        """Two sessions at most: a PC asks again."""
        later = [number for number in sorted(self.sessions) if number > after]
        return " ".join(map(self._listed, later[:2]))

    def _listed(self, number: int) -> str:
        session = self.sessions[number]
        sound = page_records.verifies(self.tablet, number, session.raw)
        said = {
            "number": str(number),
            "rules": session.game.rules if sound else "?",
            "records": str(len(session.raw) // SIZE),
            "state": session.state if sound else STATES["damaged"],
            "crc": session.crc,
        }
        return ":".join(said[name] for name in LISTED)

    def _read(self, number: int, first: int) -> str:
        raw = self.sessions[number].raw if number in self.sessions else b""
        page = raw[first * SIZE : (first // PAGE + 1) * PAGE * SIZE]
        return base64.b64encode(page).decode() or NOTHING

    def _total(self, number: int) -> str:
        return self._session(number).total

    def _done(self, number: int, crc: int) -> str:
        session = self._session(number)
        if int(session.crc, 16) != crc:
            raise Error("the session has changed")
        session.fetched = session.crc
        return ""

    def _session(self, number: int) -> Session:
        if number not in self.sessions:
            raise Error(f"no session {number}")
        return self.sessions[number]

    def _player(self, place: int, player: int, name: bytes) -> str:
        entry = {"ID": player, "NAME": name.ljust(_size("roster", "NAME"), b"\0")}
        return self._comes("roster", place, entry)

    def _rule(self, place: int, rules: int, chosen: bytes, name: bytes) -> str:
        filled = chosen.ljust(_size("rules", "CHOSEN"), b"\xff")
        entry = {
            "RULES": rules,
            "CHOSEN": filled,
            "NAME": name.ljust(_size("rules", "NAME"), b"\0"),
        }
        return self._comes("rules", place, entry)

    def _comes(self, name: str, place: int, entry: dict[str, int | bytes]) -> str:
        if place == 0:
            self._coming = {name: []}
        coming = self._coming.get(name, [])
        if place not in (len(coming), len(coming) - 1):
            raise Error(f"{place} is out of turn; begin with 0")
        self._coming[name] = [*coming[:place], page_records.list_of(name, [entry])]
        return ""

    def _roster(self, count: int, crc: int) -> str:
        return self._whole("roster", count, crc)

    def _rules(self, count: int, crc: int) -> str:
        return self._whole("rules", count, crc)

    def _whole(self, name: str, count: int, crc: int) -> str:
        coming = b"".join(self._coming.pop(name, []))
        for records in (coming, self.lists.get(name, b"")):  # the latter: it is said once more
            size = sum(length for _, _, length in ENTRIES[name])
            if (len(records), page_records.checksum(records, size)) == (count * size, crc):
                self.lists[name] = records
                return ""
        raise Error(f"the {name} did not come in whole; begin with place 0")


def _argument(name: str, word: str) -> int | bytes:
    if name in ("NAME", "CHOSEN"):
        return bytes.fromhex(word)
    return int(word, 16 if name == "CRC" else 10)


def _size(records: str, name: str) -> int:
    return next(size for field, _, size in ENTRIES[records] if field == name)
