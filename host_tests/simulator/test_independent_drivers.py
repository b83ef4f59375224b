"""Drivers that know nothing of our models draw through them, and the panel shows what was drawn.

Two are CircuitPython's, for displayio on plain CPython. One is of a shop that sells modules with
an SSD1309, and one is MicroPython's own. All have been seen to work on real panels, so where a
driver and a model disagree, suspect the model.
"""

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from dev.fetching.get_micropython import micropython_lib
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.sh1106 import SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.panels.ssd1309 import SSD1309

pytestmark = pytest.mark.full

ADDRESS = 0x3C
CIRCUITPYTHON = {"ssd1306": (SSD1306, {}), "sh1106": (SH1106, {"colstart": 2})}


class Bus:
    """An I2C bus with one device, the chip."""

    def __init__(self, chip: SSD1306) -> None:
        self.chip = chip
        self.locked = False

    def try_lock(self) -> bool:
        """displayio spins until this fails, to know that it holds the bus itself."""
        was_free = not self.locked
        self.locked = True
        return was_free

    def unlock(self) -> None:
        self.locked = False

    def writeto(self, address: int, buffer: bytes) -> None:
        assert address == ADDRESS
        self.chip.write(bytes(buffer))

    def deinit(self) -> None:
        assert not self.locked


class Tablet:
    """A chip and CircuitPython's driver that draws on it."""

    def __init__(self, name: str) -> None:
        make, options = CIRCUITPYTHON[name]
        self.io = import_module("displayio")
        self.chip = make()
        bus = import_module("i2cdisplaybus").I2CDisplayBus(Bus(self.chip), device_address=ADDRESS)
        driver = getattr(import_module(f"adafruit_displayio_{name}"), name.upper())
        self.display = driver(bus, width=WIDTH, height=HEIGHT, auto_refresh=False, **options)

    def show_noise(self, seed: int) -> Any:
        """Make pixels without any symmetry the whole picture; return the bitmap."""
        bitmap = self.io.Bitmap(self.display.width, self.display.height, 2)
        colours = random.Random(seed)
        for y in range(bitmap.height):
            for x in range(bitmap.width):
                bitmap[x, y] = colours.getrandbits(1)
        palette, group = self.io.Palette(2), self.io.Group()
        palette[0], palette[1] = 0x000000, 0xFFFFFF
        group.append(self.io.TileGrid(bitmap, pixel_shader=palette))
        self.display.root_group = group
        self.display.refresh()
        return bitmap


@pytest.fixture(scope="module", autouse=True)
def blinka() -> Iterator[None]:
    """displayio's modules, gone again after these tests: one of them is named `micropython`, and
    our firmware must not take CPython for that.
    """
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BLINKA_OS_AGNOSTIC", "1")  # or it looks for a board and finds none
        displayio = import_module("displayio")
    # Its thread looks into displays that are still being made, and nothing here needs it.
    displayio.background_thread_stop_event.set()
    displayio.background_thread.join()
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def one_display_at_a_time(blinka: None) -> Iterator[None]:
    yield
    import_module("displayio").release_displays()


def contents(bitmap: Any) -> bytes:
    return bytes(bitmap[x, y] for y in range(bitmap.height) for x in range(bitmap.width))


@pytest.mark.parametrize("name", CIRCUITPYTHON)
def test_the_panel_shows_the_bitmap_and_goes_to_sleep(name: str) -> None:
    tablet = Tablet(name)
    bitmap = tablet.show_noise(1)
    assert tablet.chip.pixels() == contents(bitmap)
    tablet.display.sleep()
    assert not tablet.chip.display_on
    bitmap[3, 3] ^= 1
    tablet.display.refresh()  # a sleeping chip takes data
    tablet.display.wake()
    assert tablet.chip.pixels() == contents(bitmap)


def test_partial_refreshes() -> None:
    tablet = Tablet("ssd1306")
    bitmap = tablet.show_noise(2)
    tablet.display.refresh()  # displayio draws all of a new picture twice
    places, sent = random.Random(3), []
    for _ in range(20):
        before = tablet.chip.data_bytes
        for _ in range(places.randrange(1, 4)):
            x, y = places.randrange(bitmap.width), places.randrange(bitmap.height)
            bitmap[x, y] ^= 1
        tablet.display.refresh()
        sent.append(tablet.chip.data_bytes - before)
        assert tablet.chip.pixels() == contents(bitmap)
    assert min(sent) >= 1 and max(sent) < WIDTH * HEIGHT // 8


class PageBus(Bus):
    """Takes the shop's eight bits for the last of eight pages, of which the chip has three."""

    def writeto(self, address: int, buffer: bytes) -> None:
        super().writeto(address, bytes(buffer).replace(b"\x00\x22\x00\xff", b"\x00\x22\x00\x07"))


def test_the_driver_of_a_shop_for_an_ssd1309() -> None:
    chip = SSD1309()
    display = import_module("DIYables_MicroPython_OLED_SSD1309").OLED_SSD1309(
        WIDTH, HEIGHT, PageBus(chip)
    )
    places = random.Random(1)
    for _ in range(500):
        display.fill_rect(places.randrange(WIDTH), places.randrange(HEIGHT), 3, 2, 1)
    display.show()
    drawn = bytes(display.get_pixel(x, y) for y in range(HEIGHT) for x in range(WIDTH))
    assert chip.pixels() == drawn
    display.clear()
    display.fill_rect(0, 0, 5, 1, 1)
    display.show()
    assert sum(chip.pixels()) == 5
    display.fill(0)
    display.show()
    display.invert(True)
    assert all(chip.pixels())
    display.poweroff()
    assert not any(chip.pixels())
    display.poweron()
    display.set_contrast(77)
    assert all(chip.pixels()) and chip.contrast == 77


def test_the_driver_of_micropython(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sends every command byte in a write of its own."""
    framebuf = import_module("framebuf")

    def make(buffer: memoryview, width: int, height: int) -> Any:
        return framebuf.FrameBuffer(buffer, width, height, framebuf.MONO_VLSB)

    monkeypatch.setattr(framebuf, "FrameBuffer1", make, raising=False)
    module: dict[str, Any] = {"const": int}  # MicroPython's builtin
    driver = micropython_lib() / "ssd1306.py"
    exec(compile(driver.read_text(), driver, "exec"), module)
    chip = SSD1306()
    bus = SimpleNamespace(writeto=lambda address, buffer: chip.write(bytes(buffer)))
    oled = module["SSD1306_I2C"](WIDTH, HEIGHT, bus)
    assert chip.display_on and not any(chip.pixels())
    picture = bytes(random.Random(1).choices((0, 1), k=WIDTH * HEIGHT))
    for at, colour in enumerate(picture):
        oled.pixel(at % WIDTH, at // WIDTH, colour)
    oled.show()
    assert chip.pixels() == picture
    oled.contrast(7)
    oled.invert(1)
    assert (chip.contrast, chip.awaiting) == (7, 0)
    assert chip.pixels() == bytes(1 - pixel for pixel in picture)
    oled.poweroff()
    assert not chip.display_on
