"""An emulated board at a cable, for the tests that put the firmware on one."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dev.emulators.qemu_board import Emulator
from support.link.ptys import running
from support.needed import or_skip


@contextlib.contextmanager
def plugged_in(files: Path | None = None) -> Iterator[Emulator]:
    """An emulated board that is never held up by what it shows on its panel.

    `files`: the image of its file system; new without.
    """
    with or_skip():
        emulator = Emulator(files)
    stop = threading.Event()

    def listen() -> None:
        while not stop.is_set():
            emulator.drop()

    with emulator, running(listen, stop):
        yield emulator


# What a board may say that none says when it is looked at.
NO_SURVEYS: list[Any] = [
    [], [1, 2], [["boot.py"], "/", "zz"], [[7], "/", ""], [[], 5, ""], [[], "/", 5],
    [[], "/", "", ["/scorepad-a/x"]], [[], "/", "", "/scorepad-a/x"],
    [[], "/", "", ["/scorepad-a/x", 3]], [[], "/", "", {}],
]  # fmt: skip

# What MicroPython says of the machine, and its chip, if that is of a family that is known.
MACHINES: dict[str, str | None] = {
    "Generic ESP32 module with SPIRAM with ESP32": "ESP32",
    "Generic ESP32S3 module with ESP32S3": "ESP32S3", "ESP32C3 module with ESP32C3": "ESP32C3",
    "Raspberry Pi Pico W with RP2040": "RP2040", "LOLIN_C3_MINI with ESP32-C3FH4": "ESP32C3",
    "M5Stack ATOM with ESP32-PICO-D4": "ESP32", "LOLIN_S2_MINI with ESP32-S2FN4R2": "ESP32S2",
    "Raspberry Pi Pico2 with RP2350": "RP2350", "Generic ESP32C6 module with ESP32C6": "ESP32C6",
    "Raspberry Pi Pico 2 W with RP2350-RISCV": "RP2350", "mps2-an385 with Cortex-M3": None,
    "": None,
}  # fmt: skip
CHIPS_OF = {
    "esp32": ["ESP32"], "esp32s3": ["ESP32S3"], "esp32c3": ["ESP32C3"],
    "pico": ["RP2040", "RP2350"],
}  # fmt: skip
