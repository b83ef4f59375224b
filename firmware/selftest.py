"""What a tablet tests of itself: for the director, and for the PC over the cable.

Each test takes at most some two seconds on an ESP32, changes no score and leaves nothing behind.
"""

import gc
import struct
from binascii import crc32

from micropython import const

from firmware import oled
from firmware.scoring import board as duplicate
from firmware.scoring.deal import NORTH, pack

_TABLE = const(0x5453DF1C)  # CRC-32 of the 2,940 duplicate scores as below, 2 bytes each
_CONTENT = bytes(range(100))  # fits into the directory entry, as a page does
_LEAST = const(8 * 1024)  # bytes of heap: a line of the link, a screen, and what they leave


class Failed(Exception):
    """What is wrong, in a few words."""


def run(name: str, board, store) -> str:
    """What the test of this name found; "" where there is nothing to say. Raises Failed."""
    try:
        return _TESTS[NAMES.index(name)](board, store)
    except OSError as error:
        raise Failed(str(error.args[0])) from error


def _scoring(_board, _store) -> str:
    """Every contract, doubled or not, vulnerable or not, with every number of tricks."""
    crc = 0
    for level in range(1, 8):
        for strain in range(5):
            for cell in range(84):
                deal = pack(level, strain, cell % 3, NORTH, cell // 6)
                points = duplicate.points(deal, bool(cell // 3 % 2))
                crc = crc32(struct.pack("<h", points), crc)
    if crc != _TABLE:
        raise Failed(f"{crc:08x}")
    return ""


def _store(_board, store) -> str:
    """A small file is written, read and removed."""
    store.write("test", _CONTENT)
    read = store.read("test")
    store.remove("test")
    if read != _CONTENT:
        raise Failed("reads other bytes")
    return ""


def _panel(board, _store) -> str:
    """It answers to its address; what it shows only a person can see."""
    oled.touch(board.i2c)
    return ""


def _memory(_board, _store) -> str:
    """What is free."""
    gc.collect()
    free = gc.mem_free()  # type: ignore[attr-defined]  # MicroPython's
    if free < _LEAST:
        raise Failed(f"{free} bytes")
    return f"{free // 1024} KB"


NAMES = ("scoring", "store", "panel", "memory")
_TESTS = (_scoring, _store, _panel, _memory)
