"""A long season on one tablet, fetched as it comes; what the flash has to do for it.

The past is played through the firmware's own game, store and link, on littlefs on this machine,
and fetched by the program's own sync into a club on SQLite after each evening, but for those
that are missed. What no longer stays on the tablet the firmware erases. The evenings that are
counted are played with keys on the simulated tablet, with a board's words and heap, on a copy of
the flash.
"""

import random
import sqlite3
import statistics
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

from vfs import VfsLfs2  # real littlefs

from dev.link.both_ends import PATH, AtLink, LocalPort, hear
from firmware.game import Game
from firmware.link.codec import frame, unframe
from firmware.scoring import deal as d
from firmware.session import Session
from firmware.storage.store import Store
from host_tests.device.nor_flash import BLOCK, CountedFlash
from scorepad.club.records.store import Club
from scorepad.simulator.flash import FIXED_ID, FLASH_SIZE, MAGIC, Flash
from scorepad.simulator.process import STAND_INS, Counts
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import sync_port

SEED = 2026
DEALS = 40  # of the evening that is counted, in sessions of so many:
EVENING = (14, 13, 13)
LENGTHS = (6, 9, 12, 15, 21)  # deals of a session of the past, in turn: 12.6 on average
TOGETHER = (2, 3, 4)  # sessions of an evening of the past, by chance
MISSED = 0.25  # of the evenings: nobody plugs the tablet in, it is fetched with the next
MOST = 400 - len(EVENING)  # sessions that leave room for the evening that is counted
HEAP = 128 * 1024 - STAND_INS
BLOCKS = FLASH_SIZE // BLOCK


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
class Past:
    """An evening of the past: its deals, what switching on and the first game took, and it all."""

    deals: int
    boot: Cost
    start: Cost
    whole: Cost


@dataclass
class Measured:
    """An evening after so many sessions. `kept`: those still on flash when it began; `heap`: bytes
    in use after it; `left`: free then."""

    sessions: int
    kept: int = 0
    heap: int = 0
    left: int = 0
    boot: Cost = field(default_factory=Cost)
    starts: list[Cost] = field(default_factory=list)
    deals: list[Cost] = field(default_factory=list)
    fetch: Cost = field(default_factory=Cost)

    def usual(self, name: str) -> float:
        return statistics.median(getattr(cost, name) for cost in self.deals)

    def mean(self, name: str) -> float:
        """The mean over the deals, with what starting and ending their sessions costs."""
        return sum(getattr(cost, name) for cost in self.deals + self.starts) / len(self.deals)

    def most_reads(self) -> int:
        """Of anything that a key did."""
        return max(cost.reads for cost in self.deals + self.starts)


class Chip(CountedFlash):
    """The tablet's flash."""

    def __init__(self) -> None:
        super().__init__(BLOCKS)

    def cost(self) -> Cost:
        return Cost(self.reads, self.read, sum(self.programmed), sum(self.erased))


class Evening(AtLink):
    """The tablet is switched on: its game and its link. It is the board of both of them."""

    clock = 14_000_000

    def __init__(self, chip: Chip) -> None:
        self.store = _store(chip)
        self.game = Game(self.store, self)
        self.connect(self.store)

    def play(self, deals: int) -> bytes:
        """The deals of a session that has begun, and its end; its records."""
        for deal in _part_scores(deals):
            self.game.draft.entry.take(deal)
            self.game.save_deal()
        self.game.close()
        self.game.finish()
        return b"".join(self.store.pages(self.game.log.number))

    def set_minutes(self, minutes: int) -> None:
        """The board's: its clock stands still."""


class Season:
    """A tablet from its first session on. `fetches`: whether anybody ever plugs it in.

    `logs`: the records of each session as its players left them, by its id in the club; `past`:
    its evenings until now.
    """

    def __init__(self, folder: Path, fetches: bool = True):
        self.chip = Chip()
        VfsLfs2.mkfs(self.chip)
        self.logs: dict[str, bytes] = {}
        self.past: list[Past] = []
        self._fetches = fetches
        self._club = folder / "club.db"
        self._flash = folder / "evening.flash"
        self._chance = random.Random(SEED)

    @property
    def dealt(self) -> int:
        return sum(evening.deals for evening in self.past)

    def play(self, sessions: int) -> None:
        while len(self.logs) < sessions:
            together = self._chance.choice(TOGETHER)
            self.past.append(self._evening(min(together, sessions - len(self.logs))))

    def _evening(self, sessions: int) -> Past:
        """So many sessions, and the PC or not."""
        before = self.chip.cost()
        evening = Evening(self.chip)
        boot = self.chip.cost()
        evening.game.start()
        start = self.chip.cost()
        deals = self._session(evening)
        for _ in range(1, sessions):
            evening.game.start()
            deals += self._session(evening)
        if self._fetches and self._chance.random() >= MISSED:
            self._fetch(evening)
        return Past(deals, boot - before, start - boot, self.chip.cost() - before)

    def _session(self, evening: Evening) -> int:
        """One that has begun; its deals."""
        deals = LENGTHS[len(self.logs) % len(LENGTHS)]
        records = evening.play(deals)
        self.logs[f"{FIXED_ID.hex()}-{evening.game.log.number}"] = records
        return deals

    def _fetch(self, evening: Evening) -> None:
        with Club(str(self._club)) as club, LocalPort(evening.hear).opened():
            summary = sync_port(PATH, club, lambda done, total: None)
        assert not summary.refused and not summary.trouble, summary

    def fetch(self) -> None:
        """The PC fetches what it has not; it has every session then, byte for byte."""
        self._fetch(Evening(self.chip))
        assert self.in_the_club() == self.logs

    def in_the_club(self) -> dict[str, bytes]:
        """The records in the club's database, by session, as another program reads them."""
        found: dict[str, bytes] = {}
        with closing(sqlite3.connect(self._club)) as database:
            rows = "SELECT session, raw FROM records ORDER BY session, sequence"
            for session, raw in database.execute(rows):
                found[session] = found.get(session, b"") + raw
        return found

    def on_flash(self) -> dict[str, bytes]:
        """The records of the sessions that the tablet still has."""
        store = _store(self.chip)
        pages = {number: b"".join(store.pages(number)) for number in store.numbers()}
        return {f"{FIXED_ID.hex()}-{number}": raw for number, raw in pages.items()}

    @contextmanager
    def tablet(self, runtime: str = "unix32") -> Iterator[Tablet]:
        """A simulated tablet with a copy of the flash, switched on."""
        self._flash.write_bytes(self.chip.image + MAGIC + FIXED_ID)
        with Tablet(Flash(self._flash), runtime, HEAP) as tablet:
            yield tablet

    def measure(self, sessions: int) -> Measured:
        """Goes on until there have been so many; what the next evening costs."""
        self.play(sessions)
        with self.tablet() as tablet:
            return measure(tablet, sessions, len(self.on_flash()))


def _store(chip: Chip) -> Store:
    """The store of a tablet that is switched on; littlefs set up as firmware/board.py does."""
    return Store(lambda: VfsLfs2(chip, readsize=128, progsize=16), FIXED_ID)


def _part_scores(deals: int) -> Iterator[int]:
    """Deals that end no game."""
    for number in range(deals):
        yield d.pack(1, d.CLUBS, 0, number % 4, 7 if number < 2 else 6)


def measure(tablet: Tablet, sessions: int, kept: int) -> Measured:
    """Boot, then the PC, then an evening by keys."""
    measured = Measured(sessions, kept, boot=_cost(tablet.count()))
    _ask(tablet, "who")
    measured.fetch = _spent(tablet, lambda: _ask(tablet, f"list {max(0, sessions - 4)}"))
    tablet.wait(6000)  # the PC has gone
    for deals in EVENING:
        start = _spent(tablet, lambda: tablet.press("OK", "OK", "OK"))
        for _ in range(deals):
            measured.deals.append(_spent(tablet, lambda: tablet.press("OK", "RIGHT")))
        assert tablet.look().text[0] == f"Deal {deals + 1}", tablet.look().text
        end = _spent(tablet, lambda: _stop(tablet))
        measured.starts += [start, end]
    counts = tablet.count()
    measured.heap, measured.left = counts.heap_used, counts.heap_free
    return measured


def _stop(tablet: Tablet) -> None:
    Robot(tablet, Session()).menu("stop")
    tablet.press("RIGHT", "RIGHT", "OK")


def _ask(tablet: Tablet, request: str) -> str:
    return unframe(hear(tablet, frame(f"?1 {request}")))


def _cost(counts: Counts) -> Cost:
    return Cost(counts.reads, counts.read, counts.programmed, counts.erased)


def _spent(tablet: Tablet, act: Callable[[], object]) -> Cost:
    before = _cost(tablet.count())
    act()
    return _cost(tablet.count()) - before
