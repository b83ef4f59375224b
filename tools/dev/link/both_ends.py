"""Both ends of the link in one process and without waiting: for hostile tests and the fuzzer.

`LocalTablet` is the tablet's side of the firmware on this Python, its flash a dictionary.
`LocalPort` is what the PC's side opens instead of a serial port; time passes when it is read.
`converse` has a real conversation with any tablet and gives it back line by line.
"""

import re
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.path.append(str(Path(__file__).parents[2] / "scorepad/simulator/device/cpython"))

from host_python import prepare_memory

from dev.ram_files import RamFiles
from firmware import session
from firmware.link.codec import frame, unframe
from firmware.link.requests import Link
from firmware.opening import opening
from firmware.scoring.deal import NORTH, pack
from firmware.scoring.rules import rule_set
from firmware.storage.record import PER_PAGE
from firmware.storage.store import Store
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import cable

CHIP = bytes.fromhex("02feedfacade")
BYTES_A_SECOND = 11520  # at 115200 baud
BUFFER = 64 * 1024  # bytes, more than a computer has for a serial port
PATH = "port"  # of a LocalPort

_HEARD = re.compile(rb"!\S* wait \*[0-9a-f]{8}\n")

Exchange = tuple[bytes, bytes]  # a request and its answer, each a line with its end

prepare_memory()
rule_set("rubber")  # loaded once; the link would load it again for every total


_turn = threading.Lock()  # a board loads and lets go of modules, and here several are one process


class AtLink:
    """A board as its link sees it: what the PC says comes in at once. `clock`: minutes, if set."""

    clock: int | None = None

    def connect(self, store: Store) -> None:
        """Start a new link without any message."""
        self._received = self._said = b""
        self._link = Link(self, store)

    def hear(self, received: bytes) -> bytes:
        self._received, self._said = received, b""
        with _turn:
            while self._received:
                self._link.poll()
        return self._said

    def read(self) -> bytes:
        """Return what has arrived for the link, 64 bytes at a time."""
        chunk, self._received = self._received[:64], self._received[64:]
        return chunk

    def write(self, line: bytes) -> None:
        self._said += line

    def ticks_ms(self) -> int:
        return 0

    def elapsed(self, now: int, since: int) -> int:
        return now - since

    def set_minutes(self, minutes: int) -> None:
        self.clock = minutes

    def minutes(self) -> int:
        """Return what the clock says, minutes; 0: it is not set."""
        return self.clock or 0

    def battery(self) -> None:
        """Return None: there is no battery to measure."""


def answers(said: bytes) -> bytes:
    """Return the answers among the lines of a tablet, without acknowledgements."""
    lines = said.splitlines(keepends=True)
    return b"".join([line for line in lines if not _HEARD.fullmatch(line)])


class LocalTablet(AtLink):
    """A tablet with two sessions, the first one complete. It is a board to the link as well.

    It gives its answers only, one to a request. `begun`: when both began, minutes.
    """

    def __init__(self, chip: bytes = CHIP, begun: int = 1):
        self.files = RamFiles()
        self.store = Store(lambda: self.files, chip)
        self.panel = "SH1106"
        self.i2c = SimpleNamespace(writeto=lambda address, message: None)
        self.keys = [SimpleNamespace(value=lambda: 1)] * 6
        self.store.create([*_opening(begun), *_deals(2), (session.END, 0, 2, 2)])
        self.store.create([*_opening(begun), *_deals(1)])
        self.connect(self.store)

    def hear(self, received: bytes) -> bytes:
        return answers(super().hear(received))

    def logs(self) -> dict[str, bytes]:
        """Return the pages of all sessions, as they are on flash."""
        return {n: c for n, c in self.files.content.items() if "/" in n and n[-2:] != "ok"}


def _opening(begun: int) -> list[tuple[int, int, int, int]]:
    return opening("rubber", {}, 7, NORTH, begun)


def _deals(count: int) -> list[tuple[int, int, int, int]]:
    """Let N-S make four spades, `count` times."""
    deal = pack(4, 3, 0, NORTH, 10)
    return [(session.DEAL, 0, number, deal) for number in range(1, count + 1)]


class NoClub:
    """A club without a database, for thousands of syncs; a subclass says `take`."""

    def known(self, session: str) -> None:
        """Return None, so that everything is read again."""

    def last_number(self, tablet: str) -> int:
        """Return 0: it has no session of this tablet."""
        return 0

    def read(self, work: object) -> dict[str, str]:
        """Return no problems with the players."""
        return {}

    def catch_up(self) -> None:
        """Do nothing: there is no ranking."""

    begin = catch_up  # nor anything to make


class LocalPort:
    """A serial port with somebody at its other end; time passes only where it is read.

    `answer`: what comes in when bytes were written, or when nothing did for a while. Of what
    waits to be read, what is more than `BUFFER` is lost, as on a cable.
    """

    def __init__(self, answer: Callable[[bytes], bytes]):
        self._answer = answer
        self._waiting = b""
        self.now = 0.0

    @property
    def in_waiting(self) -> int:
        return len(self._waiting)

    def write(self, line: bytes) -> None:
        self._waiting = (self._waiting + self._answer(line))[:BUFFER]

    def read(self, size: int) -> bytes:
        if size and not self._waiting:
            self.now += 0.05
            self.write(b"")
        part, self._waiting = self._waiting[:size], self._waiting[size:]
        self.now += len(part) / BYTES_A_SECOND
        return part

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def opened(self) -> AbstractContextManager[object]:
        """Within the block, every new Cable gets this port, and its time."""
        time = SimpleNamespace(monotonic=lambda: self.now)
        return mock.patch.multiple(cable, open_port=lambda path, timeout: self, time=time)


def hear(tablet: Tablet, received: bytes) -> bytes:
    tablet.serial_write(received)
    tablet.wait(10 + 5 * (len(received) // 64))  # ms; 64 bytes a turn of its loop
    return answers(tablet.serial_read())


def converse(hears: Callable[[bytes], bytes]) -> list[Exchange]:
    """Ask a tablet with two sessions every request; return what was said."""
    said: list[Exchange] = []

    def ask(words: str) -> str:
        request = frame(f"?{len(said) + 1} {words}")
        answer = hears(request)
        said.append((request, answer))
        return unframe(answer).partition(" ok ")[2]

    ask("who")
    ask("clock 13000000")
    sessions = [word.split(":") for word in ask("list 0").split()]
    for number, _, records, _, crc in sessions:
        for first in range(0, int(records) + PER_PAGE, PER_PAGE):
            ask(f"read {number} {first}")
        ask(f"total {number}")
        ask(f"done {number} {int(crc, 16) ^ 1:08x}")
    ask(f"done 1 {sessions[0][4]}")
    for words in ("list 0", f"list {sessions[-1][0]}", "table 12", *_LISTS, "reboot", "total 9"):
        ask(words)
    return said


_LISTS = (
    "player 0 17 416e6e61",
    "player 1 4294967295 5a6fc3ab",
    "player 1 1 0a",
    "roster 2 00000000",
    "player 0 17 416e6e61",
    "roster 1 67c3b4e1",
    "rule 0 4 0001ff0101 54756573646179",
    "rule 1 9 00 41",
    "rules 2 00000000",
    "rule 0 4 0001ff0101 54756573646179",
    "rules 1 62305d7c",
)
