"""Figures of the firmware on an emulated Raspberry Pi Pico, beside the Cortex-M3's: `make bench`.

As files on MicroPython's own image, and in our image. The time is the chip's, at the clock that
the board has. The heap is read from outside (emulators/pico_heap.py) when a key is up again.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.bench.evening import Walker
from dev.bench.figures import Figures, keep, word
from dev.bench.tables import show
from dev.bench.tablet import DEALS, SEED, evening
from dev.emulators import pico
from dev.emulators.pico import Pico
from dev.emulators.pico_heap import Heap, heap
from dev.emulators.pico_twins import Twins
from dev.fetching import get_rp2040
from dev.fetching.outcome import Missing
from dev.images import pico as images
from scorepad.simulator import script
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import PRESS_MS
from scorepad.sources import SOURCES

SCREENS = SOURCES / "docs/examples/screens.keys"  # all that there are
MS = 1_000_000  # ns


class Noted(Twins, Walker):
    """Notes milliseconds from each key to its picture, by its screens; and the heap after each."""

    def __init__(self, board: Pico, kernel: Path):
        self.pictures: dict[str, float] = {}
        self.heaps: list[Heap] = []
        self._kernel = kernel
        super().__init__(board)

    def wait(self, milliseconds: int, *keys: str) -> None:
        screen, sent = self.look().screen, self.board.i2c_bytes
        super().wait(milliseconds, *keys)
        if not keys:
            self.heaps.append(heap(self.board, self._kernel))
        elif milliseconds == PRESS_MS and self.board.i2c_bytes > sent:
            self.pictures[f"{screen} → {self.look().screen}"] = self.board.used().picture / MS


def main() -> None:
    kernel = get_rp2040.image()
    keep("pico.files", measured(kernel, pico.installed(kernel)))
    kernel = images.image()
    show(keep("pico.frozen", measured(kernel, pico.flash(kernel))), "chips", "chips_heap")


def measured(kernel: Path, content: bytes) -> Figures:
    """An evening, then some screens; and on another board all screens.

    `kernel`: the image; `content`: of the flash of a new chip that has it.
    """
    with switched_on(content) as board, Noted(board, kernel) as twins:
        boot = {"boot.ms": board.used().picture / MS, "boot.heap_bytes": heap(board, kernel).used}
        played = deals(twins)
        twins.walk()
        walked = {f"{word(name)}.ms": taken for name, taken in twins.pictures.items()}
        peak = {
            "evening.heap_bytes": max(each.used for each in twins.heaps),
            "stack.stack_bytes": board.used().stack,
        }
    return {**walked, **boot, **played, **peak, **room(kernel, content)}


@contextmanager
def switched_on(content: bytes) -> Iterator[Pico]:
    """A board at its second start: the first one makes the file system of the scores."""
    with Pico(content) as board:
        board.started()
        board.reset()
        board.started()
        board.wait(1000)
        yield board


def deals(twins: Noted) -> Figures:
    """Plays the evening; what the flash does for a deal."""
    sessions = list(evening(random.Random(SEED), DEALS))
    begun = twins.board.used()
    for session in sessions:
        Robot(twins, session).play()
    end, number = twins.board.used(), sum(len(each.deals) for each in sessions)
    return {
        "deal.programmed_bytes": (end.programmed - begun.programmed) / number,
        "deal.erased_blocks": (end.erased - begun.erased) / number / pico.SECTOR,
    }


def room(kernel: Path, content: bytes) -> Figures:
    """What the heap has on all screens; its board shows some of them with figures of its own."""
    with switched_on(content) as board, Noted(board, kernel) as twins:
        twins.alike = False
        script.play(script.parse(SCREENS.read_text(), SCREENS.name), twins, lambda *_: None)
        return {
            "screens.heap_bytes": max(each.used for each in twins.heaps),
            "screens.free_bytes": min(each.free for each in twins.heaps),
            "screens.piece_bytes": min(each.largest for each in twins.heaps),
        }


if __name__ == "__main__":
    try:
        main()
    except Missing as missing:
        sys.exit(f"bench_pico: {missing}")
