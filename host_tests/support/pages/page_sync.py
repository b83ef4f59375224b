"""A sync that knows only what `docs/link.md` and `docs/records.md` say, at a serial port.

It is what a stranger would make who has read them: nothing here is of the program.
"""

import base64
import re
import time
from typing import Self

import serial

from support.pages import page_records
from support.pages.link_page import (
    LISTED,
    NOTHING,
    PAGE,
    PATIENCE_S,
    STATES,
    TRIES,
    WAKE_S,
    WAKING,
    WORK_S,
    line,
    text_of,
)
from support.pages.page_records import SIZE, Event


class Error(Exception):
    """The tablet refuses a request, in its own words."""


class PageSync:
    """An open port with a tablet. Use as a context manager."""

    def __init__(self, path: str):
        self._port = serial.Serial(path, 115200, timeout=0.02)
        self._number = 9998  # so that it begins again with 1
        self._received = b""
        self.sent = 0  # lines
        self.name, self.protocol, tablet, self.table, self.version, _ = self.ask("who").split()
        self.tablet = bytes.fromhex(tablet)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self._port.close()

    def ask(self, words: str) -> str:
        """What the tablet answers; asked again under the same number if it says nothing."""
        self._number = self._number % 9999 + 1
        for _ in range(TRIES):
            self._port.write(b"\n" + line(f"?{self._number} {words}"))
            self.sent += 1
            answer = self._answer(PATIENCE_S)
            if not answer:
                self._port.write(WAKING)
                answer = self._answer(WAKE_S)
            if answer:
                if answer[1] == "error":
                    raise Error(answer[2])
                return answer[2] or ""
        raise TimeoutError(words)

    def _answer(self, patience: float) -> re.Match[str] | None:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            *lines, self._received = re.split(rb"[\r\n]", self._received + self._port.read(4096))
            for said in filter(None, map(text_of, lines)):
                if found := re.fullmatch(rf"!{self._number} (ok|error)(?: (.*))?", said):
                    return found
                if said == f"!{self._number} wait":
                    until = time.monotonic() + WORK_S
        return None

    def listing(self) -> list[dict[str, str]]:
        """All sessions, each as it is listed."""
        found: list[dict[str, str]] = []
        while answer := self.ask(f"list {found[-1]['number'] if found else 0}"):
            found += [dict(zip(LISTED, said.split(":"), strict=True)) for said in answer.split()]
        return found

    def fetch(self, listed: dict[str, str]) -> tuple[bytes, list[Event]]:
        """The records of a session, and the events that they are."""
        raw = b""
        for first in range(0, int(listed["records"]), PAGE):
            raw += base64.b64decode(self.ask(f"read {listed['number']} {first}"), validate=True)
        assert self.ask(f"read {listed['number']} {len(raw) // SIZE}") == NOTHING
        assert f"{page_records.checksum(raw):08x}" == listed["crc"]
        return raw, page_records.unpacked(self.tablet, int(listed["number"]), raw)

    def done(self, listed: dict[str, str]) -> None:
        """A complete session is safe."""
        assert listed["state"] == STATES["complete"]
        self.ask(f"done {listed['number']} {listed['crc']}")

    def send_roster(self, players: dict[int, str]) -> bytes:
        """The players by their ids; their records."""
        for place, (player, name) in enumerate(players.items()):
            self.ask(f"player {place} {player} {name.encode().hex()}")
        entries = [{"ID": i, "NAME": n.encode().ljust(20, b"\0")} for i, n in players.items()]
        return self._end("roster", page_records.list_of("roster", entries), len(entries))

    def send_rules(self, rules: int, chosen: bytes, name: str) -> bytes:
        """One of the house rules, and no other; their records."""
        self.ask(f"rule 0 {rules} {chosen.hex()} {name.encode().hex()}")
        filled = {"CHOSEN": chosen.ljust(17, b"\xff"), "NAME": name.encode().ljust(20, b"\0")}
        return self._end("rules", page_records.list_of("rules", [{"RULES": rules, **filled}]), 1)

    def _end(self, word: str, records: bytes, count: int) -> bytes:
        crc = page_records.checksum(records, len(records) // count)
        self.ask(f"{word} {count} {crc:08x}")
        return records
