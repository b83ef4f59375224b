"""The heap of MicroPython on an emulated Pico, read from its RAM: the program does not notice.

The collector's table has two bits for each block of 16 bytes, 0 where it is free. It lies at the
start of the heap, and is as long as the heap's size says (py/gc.c of MicroPython, gc_setup_area).
Where the heap is the linker says, when the image is built.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from dev.emulators.pico import Pico

BLOCK = 16  # bytes
_IN_A_BYTE = 4  # blocks
_BITS = 8
_BOUNDS = "__GcHeapStart", "__GcHeapEnd"


@dataclass(frozen=True)
class Heap:
    """Bytes in use, free, and in the largest free piece: nothing larger can be had."""

    used: int
    free: int
    largest: int


def heap(board: Pico, kernel: Path) -> Heap:
    """As it is now; garbage is in use. `kernel`: the image that the board runs.

    The firmware collects garbage when a picture stands, before it rests.
    """
    start, end = bounds(kernel)
    return counted(board.memory(start, table(end - start)))


def bounds(kernel: Path) -> tuple[int, int]:
    """Addresses of the start of an image's heap, and of its end."""
    symbols = kernel.with_suffix(".nm").read_text()
    start, end = (_address(symbols, name) for name in _BOUNDS)
    return start, end


def _address(symbols: str, name: str) -> int:
    found = re.search(rf"^([0-9a-f]+) \w {name}$", symbols, re.MULTILINE)
    assert found, name
    return int(found[1], 16)


def table(size: int) -> int:
    """Bytes of the table of a heap with so many: beside it is a bit a block for finalisers."""
    return (size - 1) * _BITS // (_BITS + _BITS // 2 + _BITS * _IN_A_BYTE * BLOCK)


def counted(table: bytes) -> Heap:
    taken = bytes(byte >> shift & 3 != 0 for byte in table for shift in (0, 2, 4, 6))
    used = sum(taken)
    longest = max(map(len, taken.split(b"\x01")))
    return Heap(used * BLOCK, (len(taken) - used) * BLOCK, longest * BLOCK)
