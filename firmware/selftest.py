"""The tablet's self-test: for the director, and for the PC over the cable.

Each takes less than two seconds on an ESP32 at 80 MHz, changes no score and leaves nothing behind.
"""

import gc
import struct
from binascii import crc32

from micropython import const

from firmware import loading
from firmware.scoring import board as duplicate
from firmware.scoring.deal import NORTH, pack

# CRC-32 of the 2,940 duplicate scores as below, 2 bytes each: up to the end of each level.
_TABLE = (0x2FE50B1B, 0x3AF3C79C, 0xC822A8A6, 0x58AA8156, 0x5461280B, 0x5F5BDD95, 0x5453DF1C)
_CONTENT = bytes(range(100))  # fits into the directory entry, as a page does
_LEAST = const(8 * 1024)  # bytes of heap: a line of the link, a screen, and what they leave


class Failed(Exception):
    """A failed test, with the fault in a few words."""


def run(number: int, board, store) -> str:
    """Run the test with this number and return its finding, "" if there is none. Raise Failed."""
    try:
        if number < len(_TABLE):
            return _test_scoring(number)
        return _TESTS[number - len(_TABLE)](board, store)
    except OSError as error:
        raise Failed(str(error.args[0])) from error


def _test_scoring(place: int) -> str:
    """Score the contracts of a level, doubled or not, vulnerable or not, with all results."""
    crc = _TABLE[place - 1] if place else 0
    for strain in range(5):
        for cell in range(84):
            deal = pack(place + 1, strain, cell % 3, NORTH, cell // 6)
            points = duplicate.points(deal, bool(cell // 3 % 2))
            crc = crc32(struct.pack("<h", points), crc)
    if crc != _TABLE[place]:
        raise Failed(f"{crc:08x}")
    return ""


def _test_store(_board, store) -> str:
    """Write, read and remove a small file."""
    store.write("test", _CONTENT)
    read = store.read("test")
    store.remove("test")
    if read != _CONTENT:
        raise Failed("reads other bytes")
    return ""


def _test_panel(board, _test_store) -> str:
    """Check that the panel answers to its address; its picture only a person can check."""
    loading.load_temporarily("hardware.panels").touch(board.i2c)
    return ""


def _test_memory(_board, _test_store) -> str:
    """Return how much memory is free."""
    gc.collect()
    free = gc.mem_free()  # type: ignore[attr-defined]  # MicroPython's
    if free < _LEAST:
        raise Failed(f"{free} bytes")
    return f"{free // 1024} KB"


_TESTS = (_test_store, _test_panel, _test_memory)
NAMES = ("scoring",) * len(_TABLE) + ("store", "panel", "memory")  # by number
