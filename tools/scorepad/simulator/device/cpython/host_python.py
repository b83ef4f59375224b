"""Make a CPython process enough of a MicroPython board for the firmware."""

import gc
import select
import socket
import sys
import time
import traceback
from importlib import import_module
from types import ModuleType
from typing import Any

_TOKEN_SIZE = 16  # bytes that the host has written to our standard input (wires.py)


class _Serial:
    """A standard stream as MicroPython has it: the bytes unbuffered under `buffer`."""

    def __init__(self, joined: socket.socket, mode: str):
        self._joined = joined
        self.buffer: Any = joined.makefile(mode, buffering=0)  # type: ignore[call-overload]

    def fileno(self) -> int:
        return self._joined.fileno()


class _Poll:
    """MicroPython's poll object, as far as the firmware has use for it, also on Windows."""

    def __init__(self) -> None:
        self._streams: list[Any] = []

    def register(self, stream: Any, events: int) -> None:
        """Let `poll` also check this stream for input."""
        self._streams.append(stream)

    def poll(self, milliseconds: int) -> list[Any]:
        """Return the streams with input, waiting this long for it."""
        return select.select(self._streams, [], [], milliseconds / 1000)[0]


def prepare(world: ModuleType, port: int) -> Any:
    """Give `time`, `gc`, `sys` and the serial port what the firmware expects of them.

    `port`: TCP port of the host on this machine. Return the stream by which it controls us.
    """
    for name in ("ticks_ms", "ticks_diff", "sleep_ms", "sleep_us"):
        setattr(time, name, getattr(world, name))
    prepare_memory()
    sys.print_exception = _print_exception  # type: ignore[attr-defined]
    select.poll = _Poll  # type: ignore[assignment,misc]
    select.POLLIN = 1  # type: ignore[misc]
    token = sys.stdin.buffer.read(_TOKEN_SIZE)
    for panel in sys.argv[4:]:  # the one that the board's file is to name
        import_module("firmware.board").PANEL = panel
    control, serial = _connect(port, token), _connect(port, token)
    sys.stdin, sys.stdout = _Serial(serial, "rb"), _Serial(serial, "wb")  # type: ignore[assignment]
    return control.makefile("rwb", buffering=0)


def prepare_memory() -> None:
    """Give `gc` the functions of MicroPython's. CPython counts nothing and needs no help."""
    gc.collect = lambda *_: 0  # type: ignore[assignment]
    gc.mem_alloc = lambda: 0  # type: ignore[attr-defined]
    gc.mem_free = lambda: 1 << 20  # type: ignore[attr-defined]
    gc.threshold = lambda size=0: size  # type: ignore[attr-defined]


def _connect(port: int, token: bytes) -> socket.socket:
    host = socket.create_connection(("127.0.0.1", port))
    host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    host.sendall(token)
    return host


def _print_exception(error: BaseException, file: Any) -> None:
    traceback.print_exception(error, file=file)
