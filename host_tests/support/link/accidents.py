"""A tablet in this process, and a pipe in place of the cable that has an accident at a given byte.

The tablet is the firmware's own link and store on real littlefs; what syncs it is the program's
own Cable, sync and Club. Only the serial port, its time and the flash chip are stood in for:
nothing waits, so a sync can be interrupted at each of its bytes.
"""

import contextlib
import mmap
import sqlite3
from collections import Counter
from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from vfs import VfsLfs2

from dev.link.both_ends import AtLink
from firmware.storage.outline import is_fetched, summed
from firmware.storage.record import SIZE, checksum
from firmware.storage.store import Store
from host_tests.device.nor_flash import NorFlash
from scorepad.club.records.store import Club
from scorepad.simulator.flash import FLASH_SIZE, MAGIC
from scorepad.tablet import cable
from scorepad.tablet.sync import Summary, sync_port
from support.club.club_sessions import TABLET, Event, complete, played, stopped
from support.databases import select

UNDECIDED = ("1N N -1", "1H E -1") * 4  # deals after which a rubber goes on

NEVER = -1
FIRST_REQUEST = 9990  # their numbers begin anew in the middle of a sync
EMPTY_READ_S = 0.05  # as long as the real port waits

# What lies between the PC and its tablet, and what may happen there.
TO_TABLET, FROM_TABLET = "to-tablet", "from-tablet"
WAYS = (TO_TABLET, FROM_TABLET)
CUT = "cut"  # the cable is pulled, and the port goes with it
DEAD = "dead"  # nothing passes any more
LOST = "lost"  # the byte itself does not arrive, those after it do
RESET = "reset"  # the tablet is reset; the cable stays


class PowerCut(BaseException):
    """The tablet's power goes in the middle of what it does."""


class Chip(NorFlash):
    """A flash chip. `lasts`: operations until the power goes."""

    def __init__(self, image: MutableSequence[int], lasts: int = NEVER):
        super().__init__(image)
        self._lasts = lasts
        self.changes = 0

    def change(self, start: int, becomes: bytes) -> None:
        """Where the power goes, half of it is done."""
        if self.changes == self._lasts:
            super().change(start, becomes[: len(becomes) // 2])
            raise PowerCut
        super().change(start, becomes)
        self.changes += 1


class PipedTablet(AtLink):
    """A tablet with a flash `image`; what the link sees of its board is here too."""

    def __init__(self, image: MutableSequence[int], tablet: bytes = TABLET, lasts: int = NEVER):
        self.image = image
        self.id = tablet
        self.power_cuts = 0
        self.chip = Chip(image, lasts)
        self._start()

    def reset(self) -> None:
        """What is on flash is all that it has left."""
        self.chip = Chip(self.image)
        self._start()

    def play_on(self, number: int, *events: Event) -> None:
        """Adds events to a session, as the players do."""
        self._store.append(number, summed(self._store, number)[0], list(events))

    def sessions(self) -> dict[str, bytes]:
        """The records that it has on flash, by the id of the session in the club."""
        return records_in(self._mounted())

    def fetched(self) -> set[str]:
        store = self._mounted()
        return {
            f"{self.id.hex()}-{n}"
            for n in store.numbers()
            if is_fetched(store, n, summed(store, n)[1])
        }

    def _start(self) -> None:
        self._store = Store(lambda: VfsLfs2(self.chip), self.id)
        self.connect(self._store)

    def _mounted(self) -> Store:
        """What is on flash, whatever the firmware thinks."""
        return Store(lambda: VfsLfs2(Chip(self.image)), self.id)


def records_in(store: Store) -> dict[str, bytes]:
    """The records of a tablet by the id of the session in the club."""
    return {f"{store.tablet.hex()}-{n}": b"".join(store.pages(n)) for n in store.numbers()}


@dataclass(frozen=True)
class Accident:
    """`what` happens behind byte `after` (from 1 on; 0: at the beginning) of one way."""

    what: str
    way: str
    after: int


class Pipe:
    """A serial port, as pyserial's, with a tablet at its other end, and the time as it passes."""

    def __init__(self, tablet: PipedTablet, accident: Accident | None = None):
        self._tablet = tablet
        self._accident = accident
        self._arrived = b""
        self._cut = self._dead = False
        self._now = 0.0
        self.carried = dict.fromkeys(WAYS, 0)
        for way in WAYS:
            self._perhaps(way)

    @property
    def in_waiting(self) -> int:
        return len(self._arrived)

    @property
    def broken(self) -> bool:
        return self._cut or self._dead

    def monotonic(self) -> float:
        """Seconds; they pass while nothing comes."""
        return self._now

    def write(self, line: bytes) -> None:
        """As pyserial's: byte after byte to the tablet, which answers at once."""
        if self._cut:
            raise OSError("no device")
        for n in range(len(line)):
            self._deliver(line[n : n + 1])

    def read(self, size: int) -> bytes:
        """As pyserial's: what has arrived; it can still be read when the cable is gone."""
        if self._cut and not self._arrived:
            raise OSError("no device")
        taken, self._arrived = self._arrived[:size], self._arrived[size:]
        if size and not taken:
            self._now += EMPTY_READ_S
        return taken

    def close(self) -> None:
        """As pyserial's."""

    def _deliver(self, byte: bytes) -> None:
        try:
            answer = self._tablet.hear(self._carry(TO_TABLET, byte))
        except PowerCut:
            self._tablet.power_cuts += 1
            self._tablet.reset()
            return
        for n in range(len(answer)):
            self._arrived += self._carry(FROM_TABLET, answer[n : n + 1])

    def _carry(self, way: str, byte: bytes) -> bytes:
        """What arrives of a byte."""
        if self.broken:
            return b""
        self.carried[way] += 1
        return b"" if self._perhaps(way) == LOST else byte

    def _perhaps(self, way: str) -> str:
        """The accident, if it is due; what it is."""
        due = self._accident
        if due is None or (due.way, due.after) != (way, self.carried[way]):
            return ""
        self._cut = due.what == CUT
        self._dead = due.what == DEAD
        self._accident = None  # it happens once
        if due.what == RESET:
            self._tablet.reset()
        return due.what


@contextlib.contextmanager
def joined(**pipes: Pipe) -> Iterator[None]:
    """The ports of this machine are these pipes, by the name of the port."""
    times = [pipe.monotonic for pipe in pipes.values()]
    with (
        patch.object(cable, "open_port", lambda path, timeout: pipes[path]),
        patch.object(cable, "time", SimpleNamespace(monotonic=lambda: sum(t() for t in times))),
        patch.object(cable.secrets, "randbelow", lambda most: FIRST_REQUEST),
    ):
        yield


def sync(tablet: PipedTablet, club: Club, pipe: Pipe | None = None) -> Summary:
    """A sync of the tablet, through a good pipe if none is given."""
    with joined(pipe=pipe or Pipe(tablet)):
        return sync_port("pipe", club, lambda done, total: None)


def blank() -> bytearray:
    """The image of a flash that was formatted and has nothing on it."""
    image = bytearray(b"\xff" * FLASH_SIZE)
    VfsLfs2.mkfs(Chip(image))
    return image


def flash_with(*sessions: list[Event], tablet: bytes = TABLET) -> bytearray:
    """The flash of a tablet with these sessions."""
    image = blank()
    store = Store(lambda: VfsLfs2(Chip(image)), tablet)
    for events in sessions:
        store.create(events)
    return image


def evening(tablet: bytes = TABLET) -> bytearray:
    """One with three sessions: complete in two pages, open in two, complete."""
    two_pages = stopped(played(UNDECIDED, "rubber")), played(UNDECIDED)
    return flash_with(*two_pages, complete(played()), tablet=tablet)


def flash_file(image: bytes | bytearray, path: Path) -> Path:
    """The image as the flash of a simulated tablet."""
    path.write_bytes(bytes(image) + MAGIC + TABLET)
    return path


def tablet_in(path: Path, tablet: bytes = TABLET) -> PipedTablet:
    """A tablet whose flash is this file: what it has programmed outlives the process."""
    with open(path, "r+b") as file:
        return PipedTablet(mmap.mmap(file.fileno(), FLASH_SIZE), tablet)


def kept(path: Path) -> dict[str, bytes]:
    """The records in a database as another program reads them, by session."""
    records: dict[str, bytes] = {}
    if select(path, "SELECT 1 FROM sqlite_master WHERE name = 'records'"):
        for name, raw in select(path, "SELECT session, raw FROM records ORDER BY 1, sequence"):
            records[name] = records.get(name, b"") + raw
    return records


def intact(path: Path) -> bool:
    """Whether the file verifies, and no row stands without that which it belongs to."""
    whole = select(path, "PRAGMA integrity_check") == [("ok",)]
    return whole and not select(path, "PRAGMA foreign_key_check")


def forget(path: Path) -> None:
    """Empties the tables of a database that is open elsewhere; faster than a new one."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")  # what follows from a session goes with it
        for table in ("records", "imports", "sessions"):
            connection.execute(f"DELETE FROM {table}")


def assert_safe(tablet: PipedTablet, *paths: Path) -> None:
    """What is kept is kept whole, and what is marked as fetched is kept somewhere."""
    sessions = tablet.sessions()
    everywhere = [kept(path) for path in paths]
    for there in everywhere:
        assert {name: sessions[name] for name in there} == there
    assert tablet.fetched() <= {name for there in everywhere for name in there}


def assert_whole(tablet: PipedTablet, path: Path) -> None:
    """The database has each session once, as it is on flash, and the tablet knows which."""
    sessions = tablet.sessions()
    assert intact(path)
    rows = select(path, "SELECT id, records, crc, state FROM sessions")
    of_tablet = [row for row in rows if row[0] in sessions]
    assert {name: raw for name, raw in kept(path).items() if name in sessions} == sessions
    assert sorted(row[:3] for row in of_tablet) == sorted(
        (name, len(raw) // SIZE, checksum(raw)) for name, raw in sessions.items()
    )
    assert tablet.fetched() == {row[0] for row in of_tablet if row[3] == "complete"}
    brought = select(path, "SELECT session FROM imports WHERE outcome = 'new'")
    assert Counter(name for (name,) in brought) == Counter(row[0] for row in rows)


def assert_done(summary: Summary) -> None:
    """The sync went to its end, and nothing was wrong."""
    assert (summary.refused, summary.trouble) == ([], "")
