"""Figures of the firmware on bare metal, beside their budgets: `make bench`.

The board is the emulated Cortex-M3 (emulators/qemu_board.py), whose instructions are counted.
"""

import random
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from dev.bench.evening import Evening, code, mpremote, play_evening, switched_on
from dev.bench.figures import Figures, keep, word
from dev.bench.requests import conversation, figures
from dev.bench.tables import show
from dev.bench.tablet import DEALS, SEED, evening
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import INSTRUCTION, STACK
from dev.fetching.outcome import Missing
from dev.make_firmware import make

KB = 1024
NAP = 42  # ms from one turn to the next when the tablet sleeps (firmware/hardware/peripherals.py)
TURNS = 1000
LOOP = f"""
import main
from machine import mem32
app = main.build()
app.board.i2c.writeto = lambda address, message: None  # nobody listens
app.board.idle = lambda: None
app.board.waiting = lambda: False  # it would rest a moment
def turns():
    begun = mem32[0x40000004]  # the timer: 25 MHz, downwards
    for _ in range({TURNS}):
        app.tick()
        app.rest()
    return begun - mem32[0x40000004] & 0x3FFFFFFF
turns()
print(turns())
app.sleep()
print(turns())
"""
COUNT = 40 / INSTRUCTION / TURNS  # instructions of one turn for each count in LOOP


def main() -> None:
    sessions = list(evening(random.Random(SEED), DEALS))
    deals = sum(len(session.deals) for session in sessions)
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = emulator.installed(folder / "board")
        sizes = make(folder / "firmware")
        taken = emulator.used_bytes(files.read_bytes())
        with switched_on(files) as board:
            filed = play_evening(board, sessions)
        with switched_on(files) as board:
            awake, asleep = (int(count) * COUNT for count in mpremote(board, LOOP))
        with switched_on(files) as board:
            requests = conversation(board)
    with switched_on(kernel=emulator.frozen()) as board:
        frozen = play_evening(board, sessions)
    found = {
        **usage(filed, deals, 96, 96),
        "awake.instructions": awake,
        "asleep.instructions_a_second": asleep * 1000 / NAP,
        "mpy.size_bytes": sum(size for file, size in sizes.items() if file.endswith(".mpy")),
        "flash.size_bytes": taken,
        "flash.size_budget_bytes": 512 * KB,  # two versions lie side by side in 1 MB
        **figures(requests),
    }
    keep("tablet.files", found)
    bench = keep("tablet.frozen", usage(frozen, deals, 32, 48))
    show(bench, "budgets", "screens", "flash", "requests")


def usage(evening: Evening, deals: int, start: int, most: int) -> Figures:
    """Return what starting takes, the heap in bytes, the flash's work for a deal, and the time
    from a key to its picture. `start`, `most`: the heap's limits, in KB."""
    boot, end = evening.boot, evening.end
    heap = {
        "boot": (boot.heap_used, start),
        "evening": (max(step.heap for step in evening.deals + evening.walk), most),
        "asked": (max(step.heap for step in evening.asked), most),
    }
    found: Figures = {
        "boot.instructions": code(boot),
        "boot.reads": boot.reads,
        "stack.stack_bytes": end.stack,
        "stack.stack_budget_bytes": STACK,
        "pause.ms": max(step.pause for step in evening.deals),
        "deal.reads": (end.reads - boot.reads) / deals,
        "deal.programmed_bytes": (end.programmed - boot.programmed) / deals,
        "deal.erased_blocks": (end.erased - boot.erased) / deals,
    }
    for when, (used, budget) in heap.items():
        found |= {f"{when}.heap_bytes": used, f"{when}.heap_budget_bytes": budget * KB}
    steps = [step for step in evening.deals + evening.walk if step.sent]
    for name in {step.name for step in evening.walk if step.sent}:
        alike = [step for step in steps if step.name == name]
        found[f"{word(name)}.instructions"] = median(step.code for step in alike)
        found[f"{word(name)}.bytes"] = median(step.sent for step in alike)
    return found


if __name__ == "__main__":
    try:
        main()
    except Missing as missing:
        sys.exit(f"bench_board: {missing}")
