"""Figures of the tablet, each counted on one simulated evening: `make bench`."""

import random
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.bench.figures import Figures, keep
from dev.bench.tables import show
from dev.link.both_ends import BYTES_A_SECOND, PATH, LocalPort, hear
from firmware.entry import START_LEVEL, START_STRAIN
from firmware.opening import opening
from firmware.session import DEAL, Session, fold
from firmware.storage import record
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.presses import deal_presses, draw
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import sync_port

DEALS = 40
SEED = 2026


class CountingTablet(Tablet):
    """Notes what each key costs on the bus: those that change a value, and the screen.

    `passed`: bytes on its cable, both ways.
    """

    def __init__(self, flash: Flash):
        self.passed = 0
        self.values: list[int] = []
        self.screens: list[int] = []
        super().__init__(flash)

    def press(self, *keys: str) -> None:
        for key in keys:
            before, screen = self.i2c_bytes, self.look().screen
            super().press(key)
            same = self.look().screen == screen
            (self.values if same else self.screens).append(self.i2c_bytes - before)

    def serial_write(self, received: bytes) -> None:
        self.passed += len(received)
        super().serial_write(received)

    def serial_read(self) -> bytes:
        sent = super().serial_read()
        self.passed += len(sent)
        return sent


def main() -> None:
    sessions = list(evening(random.Random(SEED), DEALS))
    with CountingTablet(Flash()) as tablet:
        keep("tablet.simulated", measure_play(tablet, sessions))
        bench = keep("cable", measure_fetch(tablet, sessions))
    show(bench, "evening", "cable")


def measure_play(tablet: CountingTablet, sessions: list[Session]) -> Figures:
    """Return what the tablet does for a key and for a deal."""
    deals = sum(len(session.deals) for session in sessions)
    started = tablet.count()
    presses = sum(Robot(tablet, session).play().deal_presses for session in sessions)
    ended = tablet.count()
    return {
        "evening.deals": deals,
        "deal.presses": presses / deals,
        "deal.exact_presses": float(deal_presses((START_LEVEL, START_STRAIN))),
        "key.bytes": statistics.mean(tablet.values + tablet.screens),
        "value.bytes": statistics.median(tablet.values),
        "screen.bytes": max(tablet.screens),
        "deal.programmed_bytes": (ended.programmed - started.programmed) / deals,
        "deal.erased_blocks": (ended.erased - started.erased) / deals,
        "record.bytes": record.SIZE,
    }


def measure_fetch(tablet: CountingTablet, sessions: list[Session]) -> Figures:
    """Return the cost of a session on the cable when an empty club fetches the evening."""
    with TemporaryDirectory() as folder, Club(str(Path(folder) / "club.db")) as club:
        with LocalPort(partial(hear, tablet)).opened():
            summary = sync_port(PATH, club, lambda done, total: None)
        assert summary.new == len(sessions) and not summary.trouble, summary
        known = filter(None, map(club.known, club.ids()))
        records = sum(session.records for session in known) * record.SIZE
    each = tablet.passed / len(sessions)
    return {
        "session.bytes": each,
        "session.record_bytes": records / len(sessions),
        "session.wire_ms": each / BYTES_A_SECOND * 1000,
    }


def evening(chance: random.Random, left: int) -> Iterator[Session]:
    """Yield rubbers one after another until this many deals have been played."""
    while left:
        session = fold(opening("rubber", {}, 1, 0, 0))
        while left and not session.sheet.complete:
            session.apply(DEAL, 0, len(session.deals) + 1, draw(chance))
            left -= 1
        if not session.sheet.complete:
            return  # the rubber that the evening cut short is left out
        yield session


if __name__ == "__main__":
    main()
