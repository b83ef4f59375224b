"""A long season on one tablet: what an evening costs after 0, 50, 100, 200 and 400 sessions.

The past is laid down through the firmware's own store, on littlefs on this machine; the evenings
that are counted are played with keys on the simulated tablet, with a board's words and heap.
A PC fetches most of the past. `python tools/season.py` prints the table.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from firmware.link import frame, unframe
from firmware.scoring import deal as d
from firmware.session import CLOSE, DEAL, END, opening
from firmware.store import Store
from scorepad.simulator.flash import FLASH_SIZE, Flash, chip_id
from scorepad.simulator.process import STAND_INS, Counts
from scorepad.simulator.tablet import Tablet

sys.path.insert(0, str(Path(__file__).parent / "scorepad/simulator/device/cpython"))
from vfs import VfsLfs2  # real littlefs

SEED = 2026
DEALS = 40  # of the evening that is counted, in sessions of so many:
EVENING = (14, 13, 13)
SESSIONS = (0, 50, 100, 200, 400)
LENGTHS = (5, 9, 12, 15, 21)  # deals of a session of the past: 12.4 on average
RESERVED = len(EVENING)  # of 400 sessions, which is what a tablet holds
HEAP = 128 * 1024 - STAND_INS
BLOCK = 4096


@dataclass
class Cost:
    """What the flash had to do."""

    reads: int = 0
    read: int = 0
    programmed: int = 0
    erased: int = 0

    def __sub__(self, other: "Cost") -> "Cost":
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(Cost))
        return Cost(*(mine - theirs for mine, theirs in pairs))


@dataclass
class Measured:
    """An evening after so many sessions. `heap`: bytes in use after it; `left`: free then."""

    sessions: int
    heap: int = 0
    left: int = 0
    boot: Cost = field(default_factory=Cost)
    starts: list[Cost] = field(default_factory=list)
    deals: list[Cost] = field(default_factory=list)
    fetch: Cost = field(default_factory=Cost)

    def usual(self, name: str) -> float:
        """The median over the deals of one of the costs."""
        return statistics.median(getattr(cost, name) for cost in self.deals)

    def mean(self, name: str) -> float:
        """The mean over the deals, with what starting and ending their sessions costs."""
        return sum(getattr(cost, name) for cost in self.deals + self.starts) / len(self.deals)


class Past:
    """The flash of a tablet that is switched off, on which sessions are laid down."""

    def __init__(self, path: Path):
        with Tablet(Flash(path), "cpython"):
            pass  # switched on once, it has a file system
        self._path = path
        self._image = bytearray(path.read_bytes())
        self._chance = random.Random(SEED)
        self.sessions = self.dealt = 0

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        """The block device protocol of MicroPython."""
        start = number * BLOCK + offset
        buffer[:] = self._image[start : start + len(buffer)]

    def writeblocks(self, number: int, buffer: bytes, offset: int = 0) -> None:
        """As above."""
        start = number * BLOCK + offset
        self._image[start : start + len(buffer)] = buffer

    def ioctl(self, operation: int, argument: int) -> int:
        """As above: block count, block size, erase."""
        if operation == 6:
            self._image[argument * BLOCK : (argument + 1) * BLOCK] = b"\xff" * BLOCK
        return {4: FLASH_SIZE // BLOCK, 5: BLOCK}.get(operation, 0)

    def grow(self, sessions: int) -> None:
        """Goes on until there have been so many, and writes the flash to its file."""
        files = VfsLfs2(self)
        store = Store(lambda: files, chip_id(bytes(self._image)))
        while self.sessions < sessions:
            self._play(store)
        files.umount()
        self._path.write_bytes(self._image)

    def _play(self, store: Store) -> None:
        """One session, each deal saved by itself; the PC fetches nine of ten."""
        log = opening("rubber", {}, 1, d.NORTH, 14_000_000)
        number, records = store.create(log), len(log)
        deals = self._chance.choice(LENGTHS)
        for event in _part_scores(deals):
            records = store.append(number, records, [event])
        self.sessions += 1
        self.dealt += deals
        if self.sessions % 10:
            store.mark_fetched(number, store.sum(number)[1])


def _part_scores(deals: int) -> Iterator[tuple[int, int, int, int]]:
    """Deals that end no game, and the end of their session."""
    for number in range(1, deals + 1):
        taken = 6 if number > 2 else 7
        yield DEAL, 0, number, d.pack(1, d.CLUBS, 0, number % 4, taken)
    yield CLOSE, 0, deals, 0
    yield END, 0, deals, 14_000_100


def season(sessions: tuple[int, ...] = SESSIONS, runtime: str = "unix32") -> Iterator[Measured]:
    """An evening after each of these numbers of sessions; it belongs to none of the others."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "season.flash"
        past = Past(path)
        for number in sessions:
            past.grow(min(number, 400 - RESERVED))
            evening = path.with_name("evening.flash")
            evening.write_bytes(path.read_bytes())
            with Tablet(Flash(evening), runtime, HEAP) as tablet:
                yield measure(tablet, past.sessions)


def measure(tablet: Tablet, sessions: int) -> Measured:
    """Boot, then the PC, then an evening by keys."""
    measured = Measured(sessions, boot=_cost(tablet.count()))
    _ask(tablet, "who")
    measured.fetch = _spent(tablet, lambda: _ask(tablet, f"list {max(0, sessions - 4)}"))
    tablet.wait(6000)  # the PC has gone
    for deals in EVENING:
        start = _spent(tablet, lambda: tablet.press("OK", "OK", "OK"))
        for _ in range(deals):
            measured.deals.append(_spent(tablet, lambda: tablet.press("OK", "OK")))
        assert tablet.look().text[0] == f"Deal {deals + 1}"
        end = _spent(tablet, lambda: _stop(tablet))
        measured.starts += [start, end]
    counts = tablet.count()
    measured.heap, measured.left = counts.heap_used, counts.heap_free
    return measured


def _stop(tablet: Tablet) -> None:
    """The players stop; home."""
    tablet.hold("BACK")
    tablet.press("DOWN", "DOWN")
    while "Stop playing" not in "".join(tablet.look().text) and tablet.look().screen == "menu":
        tablet.press("DOWN")
    tablet.press("OK", "OK")
    tablet.wait(1000)  # OK was meant for the deal until then
    tablet.press("OK")


def _ask(tablet: Tablet, request: str) -> str:
    tablet.serial_write(frame(f"?1 {request}"))
    tablet.wait(100)
    return unframe(tablet.serial_read())


def _cost(counts: Counts) -> Cost:
    return Cost(counts.reads, counts.read, counts.programmed, counts.erased)


def _spent(tablet: Tablet, act: Callable[[], object]) -> Cost:
    """What the flash had to do meanwhile."""
    before = _cost(tablet.count())
    act()
    return _cost(tablet.count()) - before


def main() -> None:
    """Plays the season and prints the curve."""
    table = Table(title=f"An evening of {DEALS} deals after a season, with a board's words")
    table.add_column("after sessions")
    columns = [figures(measured) for measured in season()]
    for column in columns:
        table.add_column(column["sessions"], justify="right")
    for name in list(columns[0])[1:]:
        table.add_row(name, *(column[name] for column in columns))
    Console().print(table)


def figures(measured: Measured) -> dict[str, str]:
    """One column of the table."""
    return {
        "sessions": str(measured.sessions),
        "heap in use after the evening, bytes": f"{measured.heap:,}",
        "boot: reads of the flash": f"{measured.boot.reads:,}",
        "boot: bytes read": f"{measured.boot.read:,}",
        "first game begins: reads": f"{measured.starts[0].reads:,}",
        "next game begins: reads": f"{measured.starts[2].reads:,}",
        "PC lists the last four: reads": f"{measured.fetch.reads:,}",
        "a deal: reads, median": f"{measured.usual('reads'):.0f}",
        "a deal: bytes read, median": f"{measured.usual('read'):,.0f}",
        "a deal: bytes programmed, mean": f"{measured.mean('programmed'):.0f}",
        "a deal: blocks erased, mean": f"{measured.mean('erased'):.3f}",
    }


if __name__ == "__main__":
    main()
