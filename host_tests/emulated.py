"""An emulated board at a cable, for the tests that put the firmware on one."""

import contextlib
import threading
from collections.abc import Iterator

import pytest
from ptys import running

import get_qemu
from emulator import Emulator


@contextlib.contextmanager
def plugged_in() -> Iterator[Emulator]:
    """An emulated board that is never held up by what it shows on its panel."""
    try:
        emulator = Emulator()
    except get_qemu.NoQemu as problem:
        pytest.skip(str(problem))
    stop = threading.Event()

    def listen() -> None:
        while not stop.is_set():
            emulator.drop()

    with emulator, running(listen, stop):
        yield emulator
