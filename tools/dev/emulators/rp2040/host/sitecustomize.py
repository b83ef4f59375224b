"""Gives an emulated board's pseudo-terminal what only a USB port has: lines DTR and RTS, a vendor.

For a Python program that looks for ports and opens it with pyserial: the caller of the program
puts this folder on PYTHONPATH, and into SCOREPAD_LINES the paths of the terminal, of the socket
that is told, and of the file that says how late the board is (board.mjs). By so much the program's
clock is late too: what waits by time.monotonic for as long as a real board needs does not lose
patience because the chip is emulated slowly.
"""

import os
import socket
import struct
import time
from typing import Any

RASPBERRY_PI, PICO = 0x2E8A, 0x0005  # of MicroPython's USB (ports/rp2/mpconfigport.h)


def install(path: str, told: str) -> None:
    """Send the lines of the serial port `path` to the socket `told`."""
    from serial import serialposix  # noqa: PLC0415  # most programs open no port
    from serial.tools import list_ports  # noqa: PLC0415
    from serial.tools.list_ports_common import ListPortInfo  # noqa: PLC0415

    def plugged_in(include_links: bool = False) -> list[ListPortInfo]:
        board = ListPortInfo(path)
        board.vid, board.pid = RASPBERRY_PI, PICO
        return [*others(include_links), board]

    others = list_ports.comports
    list_ports.comports = plugged_in  # type: ignore[assignment]
    names = ("_update_dtr_state", "_update_rts_state")
    kept = {name: getattr(serialposix.Serial, name) for name in names}

    def say(port: Any) -> None:
        with socket.socket(socket.AF_UNIX) as ears:
            ears.connect(told)
            ears.sendall(bytes((bool(port._dtr_state) | bool(port._rts_state) << 1,)))
            ears.recv(1)  # it has reached the board

    def replaced(name: str):
        def update(port: Any) -> None:
            if port.portstr == path:
                say(port)
            else:
                kept[name](port)

        return update

    for name in kept:
        setattr(serialposix.Serial, name, replaced(name))


def be_late(path: str) -> None:
    """Make the clock as late as this file says."""
    file = os.open(path, os.O_RDONLY)
    clock = time.monotonic

    shown = clock()

    def monotonic() -> float:
        nonlocal shown
        (late,) = struct.unpack("<d", os.pread(file, 8, 0))
        shown = max(shown, clock() - late / 1000)
        return shown

    time.monotonic = staticmethod(monotonic)  # pyserial has it in a class


if lines := os.environ.get("SCOREPAD_LINES"):
    port, ears, late = lines.split("=")
    be_late(late)
    install(port, ears)
