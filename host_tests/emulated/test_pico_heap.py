"""The heap on an emulated Pico: read from outside as MicroPython counts it, and in an event."""

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from dev.emulators import pico
from dev.emulators.pico_heap import BLOCK, Heap, bounds, counted, heap
from dev.emulators.pico_twins import Twins
from scorepad.simulator import script
from scorepad.simulator.tablet import Shot
from scorepad.sources import SOURCES
from support.commands import EXAMPLES

pytestmark = pytest.mark.full

MOST = 49_152  # bytes in use: as on the Cortex-M3, which has half as much (docs/performance.md)
LARGEST = 131_072  # bytes in one piece: what is loaded needs no more than a fifth of it
# It has no clock yet; its version and its memory are its own.
ITS_OWN = {"clock", "about"}
PLAYED = " An event"  # of the parts of screens.keys the one that takes most
On = Callable[[bytes], pico.Pico]
INFO = b"""\
import gc, micropython
gc.collect()
micropython.mem_info()
while True: pass
"""


def test_a_table_of_blocks_is_counted() -> None:
    """Two bits a block, the lowest first: a head and its tail, four free ones, a head, five."""
    assert counted(b"\x09\x10\x00") == Heap(3 * BLOCK, 9 * BLOCK, 5 * BLOCK)


def test_the_heap_that_is_read_is_what_micropython_says(kernel: Path, switched_on: On) -> None:
    board = switched_on(pico.flash(kernel))
    with serial.Serial(board.cable) as port:
        port.write(b"\x03\x03\r\x01" + INFO + b"\x04")
        said = b""
        while b"max free sz" not in said.rpartition(b"\n")[0]:
            said += port.read()
        found = re.findall(rb"(?:used|free|max free sz): (\d+)", said)
        assert len(found) == 3, said
        used, free, largest = map(int, found)
        assert heap(board, kernel) == Heap(used, free, largest * BLOCK)


def test_what_outlives_a_reset_lies_behind_the_heap_to_the_end_of_the_ram(
    pico_image: Path,
) -> None:
    address, size = runpy.run_path(str(SOURCES / "firmware/images/pico/scorepad_ram.py"))["RAM"]
    assert bounds(pico_image)[1] == address
    assert address + size == 0x20040000  # where the C stack begins


def test_there_is_room_on_every_screen_of_an_event(board: pico.Pico, pico_image: Path) -> None:
    """`make bench` goes through all games."""
    found: dict[str, Heap] = {}

    class Noted(Twins):
        """Reads the heap when a key is up again and its picture stands."""

        def wait(self, milliseconds: int, *keys: str) -> None:
            super().wait(milliseconds, *keys)
            if not keys:
                now, screen = heap(board, pico_image), self.look().screen
                found[screen] = max(found.get(screen, now), now, key=lambda heap: heap.used)

    def taken(name: str, shot: Shot) -> None:
        assert (shot.pixels == board.chip.pixels()) is (name not in ITS_OWN), name

    parts = (EXAMPLES / "screens.keys").read_text().split("\n\n#")
    (played,) = (part for part in parts if part.startswith(PLAYED))
    steps = script.parse(f"\n#{played}", "screens.keys")
    with Noted(board) as twins:
        twins.alike = False
        script.play(steps, twins, taken)
    used = max(found.items(), key=lambda each: each[1].used)
    largest = min(found.items(), key=lambda each: each[1].largest)
    assert used[1].used <= MOST, used
    assert largest[1].largest >= LARGEST, largest
