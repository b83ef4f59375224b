"""Gives an emulated board's pseudo-terminal the lines DTR and RTS, which no such terminal has.

For a Python program that opens it with pyserial: whoever starts the program puts this folder on
PYTHONPATH, and into SCOREPAD_LINES the terminal's path and that of the socket that is told.
"""

import os
import socket


def install(path: str, told: str) -> None:
    """From now on the lines of the serial port `path` are said to the socket `told`."""
    from serial import serialposix  # noqa: PLC0415  # most programs open no port

    names = ("_update_dtr_state", "_update_rts_state")
    kept = {name: getattr(serialposix.Serial, name) for name in names}

    def say(port: serialposix.Serial) -> None:
        with socket.socket(socket.AF_UNIX) as ears:
            ears.settimeout(10)
            ears.connect(told)
            ears.sendall(bytes((bool(port._dtr_state) | bool(port._rts_state) << 1,)))
            ears.recv(1)  # it has reached the board

    def replaced(name: str):
        def update(port: serialposix.Serial) -> None:
            if port.portstr == path:
                say(port)
            else:
                kept[name](port)

        return update

    for name in kept:
        setattr(serialposix.Serial, name, replaced(name))


if lines := os.environ.get("SCOREPAD_LINES"):
    install(*lines.split("="))
