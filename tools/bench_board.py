"""Figures of the firmware on bare metal, beside their budgets: `make bench`.

The board is the emulated Cortex-M3 (emulator.py), whose instructions are counted. Beside ours, in
the same run, stands what one would do instead: micropython-lib's driver, which sends every frame
whole; one JSON file, written anew for every deal; `mpremote fs cp` in the place of a sync.
"""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

import emulator
import get_qemu
from bench import DEALS, SEED, evening
from bench_cable import Fetched, as_files, by_sync, mpremote
from bench_evening import INSTRUCTION, Evening, Steps, code, played, switched_on, walked
from emulator import Counts, Emulator
from get_micropython import micropython_lib
from make_firmware import make

KB = 1024
BYTE_MS = 9 / 400  # of I2C at 400 kHz: eight bits and the acknowledgement
BAUD = 115200 / 10  # bytes a second
NAP = 42  # ms from one turn to the next when the tablet sleeps (firmware/hardware.py)
TURNS = 1000
LOOP = f"""
import gc, main, sys
from machine import mem32
app = main.build()
app._board.i2c.writeto = lambda address, message: None  # nobody listens
def turns():
    begun = mem32[0x40000004]  # the timer: 25 MHz, downwards
    for _ in range({TURNS}):
        app.tick()
        app.rest()
    return begun - mem32[0x40000004] & 0x3FFFFFFF
turns()
print(turns())
app._sleep()
print(turns())
del app, sys.modules["firmware.board"]
gc.collect()
before = gc.mem_alloc()
import firmware.board
gc.collect()
print(gc.mem_alloc() - before)
"""
COUNT = 40 / INSTRUCTION / TURNS  # instructions a turn for each count of the timer in LOOP
LOG = """
import json
from psram import Flash
log = []
begun = Flash.reads, Flash.programmed, Flash.erased
for game, deal in %r:
    log.append({"game": game, "deal": deal})
    with open("/log.json", "w") as file:
        json.dump(log, file)
print(Flash.reads - begun[0], Flash.programmed - begun[1], Flash.erased - begun[2])
"""


def main() -> None:
    """Plays the evening on the boards and prints the figures."""
    sessions = list(evening(random.Random(SEED), DEALS))
    deals = [(game, deal) for game, each in enumerate(sessions, 1) for deal in each.deals]
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = installed(folder / "board")
        with switched_on(files) as board:
            filed = played(board, sessions)
            synced, copied = by_sync(board.cable), as_files(board.cable)
        with switched_on(files) as board:
            loaded = walked(board)
            awake, asleep, stand_in = program(board, LOOP)
        with switched_on(kernel=emulator.frozen()) as board:
            frozen = played(board, sessions)
        with switched_on(kernel=emulator.frozen()) as board:
            ours = walked(board)
        with switched_on(kernel=emulator.frozen(instead())) as board:
            theirs = walked(board)
            log = program(board, LOG % deals)
        sizes = make(folder / "firmware")
    size = sum(size for file, size in sizes.items() if file.endswith(".mpy"))
    console = Console(width=100)
    console.print(budgets(filed, frozen, size, stand_in))
    console.print(screens(loaded, ours, theirs))
    console.print(flash(filed, frozen, log, len(deals)))
    console.print(cable(synced, copied, len(sessions) + 1))  # and the open one
    console.print(loop(filed.boot, frozen.boot, awake * COUNT, asleep * COUNT))


def instead() -> list[tuple[Path, Path]]:
    """Files for a board with micropython-lib's driver."""
    folder = emulator.BOARD / "instead"
    files = [(path, path.relative_to(folder)) for path in sorted(folder.rglob("*.py"))]
    return [*files, (micropython_lib() / "ssd1306.py", Path("ssd1306.py"))]


def installed(tree: Path) -> Path:
    """The image of a board's files."""
    emulator.compiled(tree)
    files = tree.with_suffix(".image")
    files.write_bytes(emulator.image(tree))
    return files


def program(board: Emulator, text: str) -> list[int]:
    """The numbers that a program prints on the board, where the app has been stopped."""
    return [int(word) for word in mpremote(board.cable, "exec", text)]


def budgets(filed: Evening, frozen: Evening, size: int, stand_in: int) -> Table:
    """What must not be more, in bytes. `stand_in`: heap of the emulated board's board.py."""
    table = columns("bytes", "", "at most", "")
    for name, used, start, peak in (("files", filed, 96, 96), ("frozen", frozen, 32, 48)):
        row(table, f"heap after boot, {name}", used.boot.heap_used, start * KB)
        for whose, step in (("", used.peak), (" with a PC asking", used.asked)):
            row(table, f"heap at most{whose}, {name} ({step.name})", step.heap, peak * KB)
    table.add_row("heap of the emulated board's board.py, files", f"{stand_in:,}")
    row(table, "size of all .mpy", size, 64 * KB)
    return table


def row(table: Table, name: str, used: int, most: int) -> None:
    """A figure and its budget."""
    table.add_row(name, f"{used:,}", f"{most:,}", "ok" if used <= most else "over")


def columns(*headings: str) -> Table:
    """A table whose first column is text."""
    table = Table()
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table


def screens(loaded: Steps, ours: Steps, theirs: Steps) -> Table:
    """From a key to the last byte of its picture. `loaded`: where the code comes from files."""
    headings = "files", "frozen", "instead", "ratio", "I2C bytes", "instead", "ratio", "ms"
    table = columns("1,000 instructions", *headings)
    for name, step in ours.items():
        other = theirs[name]
        took = (number(loaded[name].code / 1000), *pair(step.code / 1000, other.code / 1000))
        ms = f"{step.sent * BYTE_MS:.1f}"
        table.add_row(name, *took, *pair(step.sent, other.sent), ms)
    return table


def pair(ours: float, theirs: float) -> tuple[str, str, str]:
    """Two figures and their ratio."""
    return number(ours), number(theirs), f"{ours / theirs:.2f}" if theirs else ""


def number(figure: float) -> str:
    """With three figures at least."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"


def flash(filed: Evening, frozen: Evening, log: list[int], deals: int) -> Table:
    """What the flash does for a deal. `log`: what it did for all of them with a JSON file."""
    table = columns("flash, a deal", "files", "frozen", "JSON file", "ratio")
    names = {"reads": "reads", "programmed": "bytes programmed", "erased": "blocks erased"}
    for (name, what), theirs in zip(names.items(), log, strict=True):
        files, ours = (
            (getattr(each.end, name) - getattr(each.boot, name)) / deals
            for each in (filed, frozen)
        )
        table.add_row(what, number(files), *pair(ours, theirs / deals))
    return table


def cable(synced: Fetched, copied: Fetched, sessions: int) -> Table:
    """What fetching a session takes on the cable."""
    table = columns("cable, a session", "scorepad sync", "mpremote fs cp", "ratio")
    table.add_row("bytes, both ways", *pair(synced.passed / sessions, copied.passed / sessions))
    table.add_row("bytes of records", *pair(synced.raw / sessions, copied.raw / sessions))
    over = (each.passed / each.raw for each in (synced, copied))
    table.add_row("bytes for a byte of records", *pair(*over))
    times = (each.passed / sessions / BAUD for each in (synced, copied))
    table.add_row("seconds at 115200 baud", *pair(*times))
    return table


def loop(filed: Counts, frozen: Counts, awake: float, asleep: float) -> Table:
    """What starting takes, and turning. `awake`, `asleep`: instructions of a turn of the loop."""
    table = columns("", "files", "frozen", "ratio")
    table.add_row("boot to first screen: instructions", *pair(code(filed), code(frozen)))
    table.add_row("boot to first screen: flash reads", *pair(filed.reads, frozen.reads))
    table.add_row("awake: instructions of a turn", number(awake))
    table.add_row("asleep: instructions of a turn", number(asleep))
    table.add_row("asleep: instructions a second", number(asleep * 1000 / NAP))
    return table


if __name__ == "__main__":
    try:
        main()
    except get_qemu.NoQemu as missing:
        sys.exit(f"bench_board: {missing}")
