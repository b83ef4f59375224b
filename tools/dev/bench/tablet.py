"""Figures of the tablet, each counted on one simulated evening: `make bench`.

Beside ours, in the same run, stands what one would do instead: sending the whole frame buffer
for every key, as micropython-lib's driver does, and one JSON file written anew for every deal.
"""

import json
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dev.bench.figures import Figures, beside, keep
from dev.bench.tables import show
from dev.nor_flash import BLOCK, CountedFlash
from firmware.entry import START_LEVEL, START_STRAIN
from firmware.link.codec import frame
from firmware.opening import opening
from firmware.session import DEAL, Session, fold
from firmware.storage import record
from scorepad.simulator.drawing import draw
from scorepad.simulator.flash import FLASH_SIZE, Flash
from scorepad.simulator.interpreters import MicroPythonMissing
from scorepad.simulator.presses import deal_presses
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet

sys.path.insert(0, str(Path(__file__).parents[2] / "scorepad/simulator/device/cpython"))
from vfs import VfsLfs2  # real littlefs, for the JSON log beside ours

DEALS = 40
SEED = 2026
RUNTIMES = "unix", "unix32"  # with 64-bit words, and with a board's, which not every machine has
FULL_FLUSH = 6 * 3 + 2 + 1024  # the window's commands one by one, then the frame buffer


class CountingTablet(Tablet):
    """Notes what each key costs on the bus: those that change a value, and the screen."""

    def __init__(self, flash: Flash):
        self.values: list[int] = []
        self.screens: list[int] = []
        super().__init__(flash)

    def press(self, *keys: str) -> None:
        for key in keys:
            before, screen = self.i2c_bytes, self.look().screen
            super().press(key)
            same = self.look().screen == screen
            (self.values if same else self.screens).append(self.i2c_bytes - before)


def main() -> None:
    keep("tablet.simulated", played())
    for runtime in RUNTIMES:
        try:
            bench = keep(f"tablet.{runtime}", dict(used(runtime)))
        except MicroPythonMissing as missing:
            print(missing, file=sys.stderr)
    show(bench, "evening", "heap")


def played() -> Figures:
    """What the tablet does for a key and for a deal."""
    sessions = list(evening(random.Random(SEED), DEALS))
    deals = sum(len(session.deals) for session in sessions)
    with CountingTablet(Flash()) as tablet:
        started = tablet.count()
        presses = sum(Robot(tablet, session).play().deal_presses for session in sessions)
        ended = tablet.count()
        values, screens = tablet.values, tablet.screens
    programmed, erased = ended.programmed - started.programmed, ended.erased - started.erased
    their_bytes, their_erases = json_log(sessions)
    return {
        "evening.deals": deals,
        "deal.presses": presses / deals,
        "deal.exact_presses": float(deal_presses((START_LEVEL, START_STRAIN))),
        **beside("key", "bytes", statistics.mean(values + screens), FULL_FLUSH),
        "value.bytes": statistics.median(values),
        "screen.bytes": max(screens),
        **beside("deal", "programmed_bytes", programmed / deals, their_bytes / deals),
        **beside("deal", "erased_blocks", erased / deals, their_erases / deals),
        "record.bytes": record.SIZE,
    }


def used(runtime: str) -> Iterator[tuple[str, int]]:
    """Bytes in use after a collection, at points of an evening of 30 deals.

    The modules that stand for what a chip has in its ROM are among them.
    """
    with Tablet(Flash(), runtime) as tablet:
        yield "home.heap_bytes", tablet.count().heap_used
        tablet.press("OK", "OK", "OK")
        for _ in range(30):
            tablet.press("DOWN", "OK", "DOWN", "OK")
        yield "deals.heap_bytes", tablet.count().heap_used
        tablet.hold("BACK")
        tablet.press("OK")
        yield "sheet.heap_bytes", tablet.count().heap_used
        tablet.press("BACK", "BACK")
        tablet.serial_write(frame("?1 list 0"))
        tablet.wait(100)
        yield "asked.heap_bytes", tablet.count().heap_used


def evening(chance: random.Random, left: int) -> Iterator[Session]:
    """Rubbers one after another until so many deals have been played."""
    while left:
        session = fold(opening("rubber", {}, 1, 0, 0))
        while left and not session.sheet.complete:
            session.apply(DEAL, 0, len(session.deals) + 1, draw(chance))
            left -= 1
        if not session.sheet.complete:
            return  # the rubber that the evening cut short is left out
        yield session


def json_log(sessions: list[Session]) -> tuple[int, int]:
    """Bytes programmed and blocks erased when every deal writes one JSON file anew."""
    flash = CountedFlash(FLASH_SIZE // BLOCK)
    VfsLfs2.mkfs(flash)
    files = VfsLfs2(flash)
    programmed, erased = sum(flash.programmed), sum(flash.erased)
    log: list[dict[str, Any]] = []
    for number, session in enumerate(sessions, 1):
        for deal in session.deals:
            log.append({"game": number, "deal": deal})
            with files.open("log.json", "wb") as file:
                file.write(json.dumps(log).encode())
    return sum(flash.programmed) - programmed, sum(flash.erased) - erased


if __name__ == "__main__":
    main()
