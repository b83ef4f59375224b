"""A driver that knows nothing of our model draws through it, and the panel shows what was drawn.

The driver is CircuitPython's displayio with `adafruit_displayio_ssd1306`, on plain CPython. It has
been seen to work on real panels, so where the two disagree, suspect the model.
"""

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.sh1106 import SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306

pytestmark = pytest.mark.slow

pytest.importorskip("adafruit_platformdetect", reason="comes with scorepad[test]")

ADDRESS = 0x3C


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
        assert self.locked
        assert address == ADDRESS
        self.chip.write(bytes(buffer))

    def deinit(self) -> None:
        assert not self.locked


class Tablet:
    """A chip and the independent driver that draws on it."""

    def __init__(self, rotation: int = 0, chip: SSD1306 | None = None) -> None:
        self.io = import_module("displayio")
        self.chip = chip or SSD1306()
        upright = rotation % 180 == 0
        bus = import_module("i2cdisplaybus").I2CDisplayBus(Bus(self.chip), device_address=ADDRESS)
        self.display = import_module("adafruit_displayio_ssd1306").SSD1306(
            bus,
            width=WIDTH if upright else HEIGHT,
            height=HEIGHT if upright else WIDTH,
            rotation=rotation,
            auto_refresh=False,
        )

    def bitmap(self, width: int = WIDTH, height: int = HEIGHT) -> Any:
        return self.io.Bitmap(width, height, 2)

    def show(self, bitmap: Any) -> Any:
        """Make a bitmap the whole picture; returns its group."""
        group = self.io.Group()
        group.append(self.tiles(bitmap))
        self.display.root_group = group
        self.display.refresh()
        return group

    def tiles(self, bitmap: Any, x: int = 0, y: int = 0) -> Any:
        """The bitmap in white on black, at a place in its group."""
        palette = self.io.Palette(2)
        palette[0], palette[1] = 0x000000, 0xFFFFFF
        return self.io.TileGrid(bitmap, pixel_shader=palette, x=x, y=y)


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
    """A bitmap's pixels, row by row."""
    return bytes(bitmap[x, y] for y in range(bitmap.height) for x in range(bitmap.width))


def fill_at_random(bitmap: Any, seed: int) -> None:
    """Pixels without any symmetry that could hide a mistake."""
    colours = random.Random(seed)
    for y in range(bitmap.height):
        for x in range(bitmap.width):
            bitmap[x, y] = colours.getrandbits(1)


def draw_noise(bitmap: Any) -> None:
    fill_at_random(bitmap, seed=1)


def draw_corner(bitmap: Any) -> None:
    bitmap[0, 0] = 1


def draw_frame(bitmap: Any) -> None:
    tools = import_module("bitmaptools")
    tools.fill_region(bitmap, 0, 0, WIDTH, HEIGHT, 1)
    tools.fill_region(bitmap, 1, 1, WIDTH - 1, HEIGHT - 1, 0)


def draw_shapes(bitmap: Any) -> None:
    tools = import_module("bitmaptools")
    tools.draw_circle(bitmap, 90, 40, 20, 1)
    tools.draw_line(bitmap, 3, 60, 124, 5, 1)
    tools.fill_region(bitmap, 10, 11, 30, 27, 1)


def draw_text(bitmap: Any) -> None:
    tools, font = import_module("bitmaptools"), import_module("terminalio").FONT
    for n, character in enumerate("4S x N +1: 990"):
        glyph = font.get_glyph(ord(character))
        tools.blit(bitmap, glyph.bitmap, 5 + n * glyph.shift_x + glyph.dx, 19)


def nothing(bitmap: Any) -> None:
    """A blank picture: the noise that the GDDRAM held must be gone."""


@pytest.mark.parametrize(
    "draw", [nothing, draw_corner, draw_frame, draw_shapes, draw_text, draw_noise]
)
def test_the_panel_shows_the_bitmap(draw: Any) -> None:
    tablet = Tablet()
    bitmap = tablet.bitmap()
    draw(bitmap)
    tablet.show(bitmap)
    assert any(contents(bitmap)) == (draw is not nothing)
    assert tablet.chip.pixels() == contents(bitmap)


def sideways(picture: bytes) -> bytes:
    """A picture 64 wide and 128 high, turned clockwise by 90 degrees."""
    return b"".join(picture[x::HEIGHT][::-1] for x in range(HEIGHT))


# How a picture for a display with that rotation stands on the panel.
ON_THE_PANEL: dict[int, Callable[[bytes], bytes]] = {
    0: bytes,
    90: sideways,
    180: lambda picture: picture[::-1],
    270: lambda picture: sideways(picture)[::-1],
}


@pytest.mark.parametrize("rotation", ON_THE_PANEL)
def test_rotation(rotation: int) -> None:
    tablet = Tablet(rotation)
    bitmap = tablet.bitmap(tablet.display.width, tablet.display.height)
    fill_at_random(bitmap, seed=2)
    tablet.show(bitmap)
    assert tablet.chip.pixels() == ON_THE_PANEL[rotation](contents(bitmap))


@pytest.mark.parametrize("rotation", ON_THE_PANEL)
def test_partial_refreshes(rotation: int) -> None:
    tablet = Tablet(rotation)
    bitmap = tablet.bitmap(tablet.display.width, tablet.display.height)
    tablet.show(bitmap)
    tablet.display.refresh()  # displayio draws all of a new picture twice
    sent = []
    places = random.Random(3)
    for _ in range(50):
        before = tablet.chip.data_bytes
        for _ in range(places.randrange(1, 4)):
            x, y = places.randrange(bitmap.width), places.randrange(bitmap.height)
            bitmap[x, y] ^= 1
        tablet.display.refresh()
        sent.append(tablet.chip.data_bytes - before)
        assert tablet.chip.pixels() == ON_THE_PANEL[rotation](contents(bitmap))
    assert min(sent) == 1
    assert max(sent) < WIDTH * HEIGHT // 8


def test_a_sprite_moves_over_a_picture() -> None:
    tablet = Tablet()
    picture, sprite = tablet.bitmap(), tablet.bitmap(13, 11)
    fill_at_random(picture, seed=4)
    fill_at_random(sprite, seed=5)
    group = tablet.show(picture)
    tiles = tablet.tiles(sprite)
    group.append(tiles)
    expected = tablet.bitmap()
    for tiles.x, tiles.y in ((0, 0), (5, 3), (60, 29), (110, 50), (100, 53)):
        tablet.display.refresh()
        tools = import_module("bitmaptools")
        tools.blit(expected, picture, 0, 0)
        tools.blit(expected, sprite, tiles.x, tiles.y)
        assert tablet.chip.pixels() == contents(expected)


def test_a_scaled_group() -> None:
    tablet = Tablet()
    bitmap = tablet.bitmap(WIDTH // 4, HEIGHT // 4)
    fill_at_random(bitmap, seed=6)
    group = tablet.io.Group(scale=4)
    group.append(tablet.tiles(bitmap))
    tablet.display.root_group = group
    tablet.display.refresh()
    assert tablet.chip.pixels() == bytes(
        bitmap[x // 4, y // 4] for y in range(HEIGHT) for x in range(WIDTH)
    )


def test_sleep_and_wake() -> None:
    tablet = Tablet()
    bitmap = tablet.bitmap()
    draw_noise(bitmap)
    tablet.show(bitmap)
    tablet.display.sleep()
    assert not tablet.chip.display_on
    assert not any(tablet.chip.pixels())
    bitmap[3, 3] ^= 1
    tablet.display.refresh()  # a sleeping chip takes data
    tablet.display.wake()
    assert tablet.chip.display_on
    assert tablet.chip.pixels() == contents(bitmap)


@pytest.mark.parametrize(("brightness", "contrast"), [(0.0, 0), (0.2, 51), (0.5, 128), (1.0, 255)])
def test_brightness(brightness: float, contrast: int) -> None:
    tablet = Tablet()
    tablet.display.brightness = brightness
    assert tablet.chip.contrast == contrast


def test_the_chip_keeps_its_picture_when_another_driver_starts() -> None:
    """As after an MCU reset: the old picture stays on the panel until a new one is drawn."""
    tablet = Tablet()
    old, new = tablet.bitmap(), tablet.bitmap()
    fill_at_random(old, seed=7)
    fill_at_random(new, seed=8)
    tablet.show(old)
    tablet.io.release_displays()
    restarted = Tablet(chip=tablet.chip)
    assert tablet.chip.pixels() == contents(old)
    restarted.show(new)
    assert tablet.chip.pixels() == contents(new)


def test_an_sh1106_shows_what_its_driver_draws() -> None:
    """`adafruit_displayio_sh1106`, with a control byte before each of a command."""
    io, chip = import_module("displayio"), SH1106()
    bus = import_module("i2cdisplaybus").I2CDisplayBus(Bus(chip), device_address=ADDRESS)
    driver = import_module("adafruit_displayio_sh1106").SH1106
    display = driver(bus, width=WIDTH, height=HEIGHT, colstart=2, auto_refresh=False)
    bitmap, palette, group = io.Bitmap(WIDTH, HEIGHT, 2), io.Palette(2), io.Group()
    palette[0], palette[1] = 0x000000, 0xFFFFFF
    group.append(io.TileGrid(bitmap, pixel_shader=palette))
    display.root_group = group
    for seed in (10, 11):
        fill_at_random(bitmap, seed)
        display.refresh()
        assert chip.pixels() == contents(bitmap)
