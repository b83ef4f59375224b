"""Makes a CPython process enough of a MicroPython board for the firmware."""

import gc
import os
import sys
import time
import traceback
from types import ModuleType
from typing import Any


class _Serial:
    """A standard stream as MicroPython has it: the bytes unbuffered under `buffer`."""

    def __init__(self, descriptor: int, mode: str):
        self.buffer: Any = os.fdopen(os.dup(descriptor), mode, buffering=0)

    def fileno(self) -> int:
        return int(self.buffer.fileno())


def prepare(world: ModuleType) -> None:
    """`time`, `gc`, `sys` and the serial port get what the firmware expects of them."""
    for name in ("ticks_ms", "ticks_diff", "sleep_us"):
        setattr(time, name, getattr(world, name))
    gc.mem_alloc = lambda: 0  # type: ignore[attr-defined]  # CPython does not count
    gc.mem_free = lambda: 1 << 20  # type: ignore[attr-defined]
    gc.threshold = lambda size: None  # type: ignore[attr-defined]
    sys.print_exception = _print_exception  # type: ignore[attr-defined]
    sys.stdin, sys.stdout = _Serial(0, "rb"), _Serial(1, "wb")  # type: ignore[assignment]


def _print_exception(error: BaseException, file: Any) -> None:
    traceback.print_exception(error, file=file)
