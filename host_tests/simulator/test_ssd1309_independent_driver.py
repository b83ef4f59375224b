"""A driver that knows nothing of our model draws through it, and the panel shows what was drawn.

The driver is that of a shop which sells the modules, for MicroPython, on the simulator's framebuf.
It drives an SSD1309 as an SSD1306.
"""

import random
from importlib import import_module
from typing import Any

import pytest

from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.ssd1309 import SSD1309

NAME = "DIYables_MicroPython_OLED_SSD1309"
pytest.importorskip(NAME, reason="comes with scorepad[test]")

ADDRESS = 0x3C
ALL_PAGES = b"\x22\x00\xff"  # what the driver sends; the chip has three bits for the last one
EIGHT_PAGES = b"\x22\x00\x07"  # all that the model takes


class Bus:
    """An I2C bus with one device, the chip."""

    def __init__(self, chip: SSD1309) -> None:
        self.chip = chip

    def writeto(self, address: int, buffer: bytes) -> None:
        assert address == ADDRESS
        self.chip.write(bytes(buffer).replace(b"\x00" + ALL_PAGES, b"\x00" + EIGHT_PAGES, 1))


@pytest.fixture
def chip() -> SSD1309:
    return SSD1309()


@pytest.fixture
def display(chip: SSD1309) -> Any:
    return import_module(NAME).OLED_SSD1309(WIDTH, HEIGHT, Bus(chip))


def drawn(display: Any) -> bytes:
    """The pixels that the driver means to show."""
    return bytes(display.get_pixel(x, y) for y in range(HEIGHT) for x in range(WIDTH))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_panel_shows_what_is_drawn(seed: int, chip: SSD1309, display: Any) -> None:
    places = random.Random(seed)
    for _ in range(500):
        display.fill_rect(places.randrange(WIDTH), places.randrange(HEIGHT), 3, 2, 1)
    display.show()
    assert chip.pixels() == drawn(display)
    display.clear()
    display.fill_rect(0, 0, 5, 1, 1)
    display.show()
    assert chip.pixels() == drawn(display)
    assert sum(chip.pixels()) == 5


def test_what_else_it_does(chip: SSD1309, display: Any) -> None:
    display.fill(0)
    display.show()
    display.invert(True)
    assert all(chip.pixels())
    display.poweroff()
    assert not any(chip.pixels())
    display.poweron()
    display.set_contrast(77)
    assert all(chip.pixels()) and chip.contrast == 77
    display.dim(True)
    assert chip.contrast == 0
