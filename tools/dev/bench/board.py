"""Figures of the firmware on bare metal, beside their budgets: `make bench`.

The board is the emulated Cortex-M3 (emulators/qemu_board.py), whose instructions are counted.
Beside ours, in the same run, stands what one would do instead: micropython-lib's driver, which
sends every frame whole; one JSON file, written anew for every deal; `mpremote fs cp` in the place
of a sync.
"""

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from dev.bench.cable import Fetched, as_files, by_sync, mpremote
from dev.bench.evening import BYTE_MS, Evening, Steps, code, played, slowest, switched_on, walked
from dev.bench.figures import Figures, beside, keep, word
from dev.bench.requests import conversation, figures
from dev.bench.tables import show
from dev.bench.tablet import DEALS, SEED, evening
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import INSTRUCTION, STACK, Emulator
from dev.fetching.get_micropython import micropython_lib
from dev.fetching.outcome import Missing
from dev.make_firmware import make
from firmware.scoring.deal import NORTH, SPADES, pack
from scorepad.simulator.process import HEAP, command

KB = 1024
BAUD = 115200 / 10  # bytes a second
NAP = 42  # ms from one turn to the next when the tablet sleeps (firmware/hardware/peripherals.py)
LONG = 200  # deals of the evening in which the longest pause is looked for
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
from firmware.scoring.board import points
deal = {pack(4, SPADES, 1, NORTH, 11)}
begun = mem32[0x40000004]
for _ in range({TURNS}):
    points(deal, True)
print(begun - mem32[0x40000004] & 0x3FFFFFFF)
"""
COUNT = 40 / INSTRUCTION / TURNS  # instructions of one turn or score for each count in LOOP
# The names of the module are on the heap already: the app shares them.
_SEAM = """
import gc, sys
import firmware.board
for name in [name for name in sys.modules if name.startswith("firmware")]:
    del sys.modules[name]
del firmware
gc.collect()
before = gc.mem_alloc()
import firmware.board
gc.collect()
print(gc.mem_alloc() - before)
"""
_IN_ROM = "import esp32, machine, world, sys\nsys.modules['time'] = world"
LOG = """
import json
from mps2 import flash_counts
log = []
begun = flash_counts()
for game, deal in %r:
    log.append({"game": game, "deal": deal})
    with open("/log.json", "w") as file:
        json.dump(log, file)
for before, now in list(zip(begun, flash_counts()))[:3]:
    print(now - before)
"""


def main() -> None:
    sessions = list(evening(random.Random(SEED), DEALS))
    deals = [(game, deal) for game, each in enumerate(sessions, 1) for deal in each.deals]
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = emulator.installed(folder / "board")
        with switched_on(files) as board:
            filed = played(board, sessions)
            synced, copied = by_sync(board.cable), as_files(board.cable)
        with switched_on(files) as board:
            loaded = walked(board)
            awake, asleep, points = program(board, LOOP)
            esp32 = esp32_seam() - program(board, _SEAM)[-1]  # more than on this board
        with switched_on(files) as board:
            requests = conversation(board)
        long = list(evening(random.Random(SEED), LONG))
        with switched_on(files) as board:
            filed_pause = slowest(board, long)
        with switched_on(kernel=emulator.frozen()) as board:
            frozen_pause = slowest(board, long)
        with switched_on(kernel=emulator.frozen()) as board:
            frozen = played(board, sessions)
        with switched_on(kernel=emulator.frozen()) as board:
            ours = walked(board)
        with switched_on(kernel=emulator.frozen(instead())) as board:
            theirs = walked(board)
            log = program(board, LOG % deals)
        sizes = make(folder / "firmware")
        taken = emulator.taken(files.read_bytes())
    console = Console(width=100)
    for name, each in (("files", filed), ("frozen", frozen)):
        console.print(f"most heap, {name}: {each.peak.name}; with a PC asking: {each.asked.name}")
    for name, slow in (("files", filed_pause), ("frozen", frozen_pause)):
        console.print(f"longest pause in {LONG} deals, {name}: {slow.name}")
    size = sum(size for file, size in sizes.items() if file.endswith(".mpy"))
    turn, nap = awake * COUNT, asleep * COUNT
    keep("cable", cable(synced, copied, len(sessions) + 1))  # and the open one
    loaded_from_files = {
        **usage(filed, 96, 96),
        **flash(filed, len(deals)),
        "awake.instructions": turn,
        "asleep.instructions": nap,
        "asleep.instructions_a_second": nap * 1000 / NAP,
        **figures(requests),
        "pause.ms": filed_pause.pause,
        "points.instructions": points * COUNT,
        "esp32.heap_bytes": filed.asked.heap + esp32,
        "esp32.heap_budget_bytes": 96 * KB,
        "mpy.size_bytes": size,
        "flash.size_bytes": taken,
        "flash.size_budget_bytes": 512 * KB,  # two versions lie side by side in 1 MB
        **{f"{word(name)}.instructions": step.code for name, step in loaded.items()},
    }
    keep("tablet.files", loaded_from_files)
    spent = {**usage(frozen, 32, 48), **flash(frozen, len(deals), log), **screens(ours, theirs)}
    spent["pause.ms"] = frozen_pause.pause
    show(
        keep("tablet.frozen", spent),
        "budgets",
        "screens",
        "flash",
        "requests",
        "fetching",
        "cable",
    )


def instead() -> list[tuple[Path, Path]]:
    """Files for a board with micropython-lib's driver."""
    folder = emulator.BOARD / "instead"
    files = [(path, path.relative_to(folder)) for path in sorted(folder.rglob("*.py"))]
    return [*files, (micropython_lib() / "ssd1306.py", Path("ssd1306.py"))]


def program(board: Emulator, text: str) -> list[int]:
    """The numbers that a program prints on the board, where the app has been stopped."""
    return [int(word) for word in mpremote(board.cable, "exec", text)]


def usage(evening: Evening, start: int, most: int) -> Figures:
    """What starting takes, and heap in bytes. `start`, `most`: what it must not exceed, in KB."""
    boot = evening.boot
    heap = {"boot": boot.heap_used, "evening": evening.peak.heap, "asked": evening.asked.heap}
    budgets = {"boot": start, "evening": most, "asked": most}
    return {
        "boot.instructions": code(boot),
        "boot.reads": boot.reads,
        **{f"{when}.heap_bytes": used for when, used in heap.items()},
        **{f"{when}.heap_budget_bytes": budget * KB for when, budget in budgets.items()},
        "stack.stack_bytes": evening.end.stack,
        "stack.stack_budget_bytes": STACK,
    }


def flash(evening: Evening, deals: int, log: Sequence[int] = (0, 0, 0)) -> Figures:
    """What the flash does for a deal. `log`: what it did for all of them with a JSON file."""
    figures: Figures = {}
    names = {"reads": "reads", "programmed": "programmed_bytes", "erased": "erased_blocks"}
    for (count, name), theirs in zip(names.items(), log, strict=True):
        ours = getattr(evening.end, count) - getattr(evening.boot, count)
        figures |= beside("deal", name, ours / deals, theirs / deals)
    return figures


def screens(ours: Steps, theirs: Steps) -> Figures:
    """From a key to the last byte of its picture."""
    figures: Figures = {}
    for name, step in ours.items():
        what, other = word(name), theirs[name]
        figures |= beside(what, "instructions", step.code, other.code)
        figures |= beside(what, "bytes", step.sent, other.sent)
        figures[f"{what}.bus_ms"] = step.sent * BYTE_MS
    return figures


def cable(synced: Fetched, copied: Fetched, sessions: int) -> Figures:
    """What fetching a session takes on the cable."""
    passed, copies = synced.passed / sessions, copied.passed / sessions
    over = synced.passed / synced.raw, copied.passed / copied.raw
    return {
        **beside("session", "bytes", passed, copies),
        **beside("session", "record_bytes", synced.raw / sessions, copied.raw / sessions),
        **beside("record_byte", "bytes", *over),
        **beside("session", "wire_ms", passed / BAUD * 1000, copies / BAUD * 1000),
    }


def esp32_seam() -> int:
    """Bytes of an ESP32's seam to the hardware. Raises SimulationError without an interpreter.

    No ESP32 is emulated: they are counted on the simulated tablet with a board's words, where
    modules stand for those in the chip's ROM; all else is the same code on either.
    """
    (interpreter, *options, _, _), folder, environment = command("unix32", HEAP)
    done = subprocess.run(
        [interpreter, *options, "-c", _IN_ROM + _SEAM],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout)


if __name__ == "__main__":
    try:
        main()
    except Missing as missing:
        sys.exit(f"bench_board: {missing}")
