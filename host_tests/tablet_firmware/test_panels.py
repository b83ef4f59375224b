"""The firmware on each panel: how it is found, that it shows the same, and what it sends."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.hardware import oled, panels
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.sh1106 import CH1116, SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.panels.ssd1309 import SSD1309
from scorepad.simulator.tablet import PANELS, Tablet
from support.depth import full
from support.tablet.tablets import store_in

KEYS = ("DOWN", "OK", "DOWN", "RIGHT", "BACK")
NOWHERE = 0x20
# To be set in the board file, as it cannot be told from an SSD1306.
SETTINGS = {"sh1106": "", "ssd1306": "", "ssd1309": "ssd1309"}
CONTRAST = 40
# ms of an ESP32: longer than its MicroPython before 1.29 waits for a message on a bus that hangs,
# 100 for each byte (ports/esp32/machine_i2c.c, machine_hw_i2c_transfer).
WATCHDOG = 16_000
PICTURE = bytes(random.Random(1).choices((0, 1), k=WIDTH * HEIGHT))


def pictures(tablet: Tablet, *keys: str) -> Iterator[bytes]:
    tablet.wait(100)
    yield tablet.pixels()
    for key in keys:
        tablet.press(key)
        yield tablet.pixels()


@pytest.fixture(scope="module")
def usual() -> list[bytes]:
    with Tablet(Flash()) as tablet:
        shown = list(pictures(tablet, *KEYS))
    assert any(shown[0]) and len(set(shown)) > 2
    return shown


@pytest.mark.parametrize(
    ("panel", "runtime", "address"),
    [
        ("ssd1306", "unix", 0x3D), ("sh1106", "unix", 0x3C), ("ssd1309", "unix", 0x3C),
        pytest.param("sh1106", "cpython", 0x3D, marks=full),
        pytest.param("ssd1309", "cpython", 0x3C, marks=full),
    ],
)  # fmt: skip
def test_every_panel_shows_the_same(panel, runtime, address, usual):
    """With few bytes on the bus; also after a reset, without its power, and after a power cut."""
    setting = SETTINGS[panel]
    with Tablet(Flash(), runtime, panel=panel, address=address, setting=setting) as tablet:
        shown = pictures(tablet, *KEYS)
        assert next(shown) == usual[0]
        begun = tablet.i2c_bytes
        assert list(shown) == usual[1:]
        assert tablet.i2c_bytes - begun < 2 * begun  # for five pictures
        tablet.reset()
        assert next(pictures(tablet)) == usual[-1]
        tablet.panel(False)
        tablet.press("OK", "BACK")
        tablet.panel(True)
        tablet.wait(1500)
        assert tablet.pixels() == usual[-1]
        tablet.power_cut()
        assert next(pictures(tablet)) == usual[0]


def test_an_sh1106_that_is_plugged_in_later_is_found_then(usual: list[bytes]) -> None:
    with Tablet(Flash(), panel="sh1106", address=NOWHERE) as tablet:
        tablet.wait(3000)
        assert tablet.i2c_bytes == 0
        tablet.move_panel(0x3D)
        tablet.wait(1500)
        assert tablet.pixels() == usual[0]


@pytest.mark.parametrize("board", build.BOARDS)
@pytest.mark.parametrize("panel", build.PANELS)
def test_the_setting_is_all_that_changes_in_a_board_file(board: str, panel: str) -> None:
    usual, changed = (
        dict(map(reversed, build.firmware_sources(board, name))) for name in ("", panel)
    )
    differ = [place for place in usual if usual[place] != changed[place]]
    assert [place.as_posix() for place in differ] == ["firmware/board.py"]
    before, after = (at[differ[0]].read_text().splitlines() for at in (usual, changed))
    lines = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [new.split("  #")[0] for _, new in lines] == [f'PANEL = "{panel}"']


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_has_the_contrast_that_was_saved(panel: str, path: Path) -> None:
    with Tablet(Flash(path), panel=panel, setting=SETTINGS[panel]) as tablet:
        tablet.wait(100)
        assert tablet.chip.contrast == 255
    with store_in(path) as store:
        store.settings.use("contrast", CONTRAST)
        store.settings.save()
    with Tablet(Flash(path), panel=panel, setting=SETTINGS[panel]) as tablet:
        tablet.wait(100)
        assert tablet.chip.contrast == CONTRAST


class Bus:
    """An I2C bus with a chip at one address. As a real one, the chip passes over what it does not
    know; `mute`: it cannot be read."""

    def __init__(self, chip: SSD1306, address: int, mute: bool) -> None:
        self.chip, self.address, self.mute = chip, address, mute

    def writeto(self, address: int, message: bytes) -> None:
        if address != self.address:
            raise OSError(19)
        assert 100 * (1 + len(message)) < WATCHDOG
        if message[0] == 0x80:
            self.chip.write(message)
            return
        for octet in message[1:]:
            try:
                self.chip.write(bytes((message[0], octet)))
            except ChipError:
                if octet & 0xF8 == 0x18:  # the column's highest bit, which an SSD1306 has not
                    self.chip.write(bytes((message[0], octet & 0xF7)))

    def readfrom(self, address: int, size: int) -> bytes:
        if address != self.address or self.mute:
            raise OSError(19)
        return self.chip.read(size)


def drive(chip: SSD1306, name: str, address: int = 0x3C, mute: bool = False) -> tuple[str, int]:
    """Show PICTURE on a chip; return the name of the driver and by how many columns it is off."""
    bus = Bus(chip, address, mute)
    board = SimpleNamespace(i2c=bus, panel="")
    panel = oled.OLED(bus)
    panels.find(board, panel, name)
    panel.start()
    for at, pixel in enumerate(PICTURE):
        panel.frame.pixel(at % WIDTH, at // WIDTH, pixel)
    panel.show()
    rows = [[p[y : y + WIDTH] for y in range(0, len(p), WIDTH)] for p in (chip.pixels(), PICTURE)]
    (off,) = (
        off
        for off in (-2, 0, 2)
        if all(seen[2 - off : 126 - off] == row[2:126] for seen, row in zip(*rows, strict=True))
    )
    return board.panel, off


CHIPS = {SSD1306: ("SSD1306", 0), SSD1309: ("SSD1306", 0), SH1106: ("SH1106", 0)}


@pytest.mark.parametrize("status", range(16))
@pytest.mark.parametrize("kind", [*CHIPS, CH1116])
def test_a_panel_is_found_whatever_its_status_says(kind: type[SSD1306], status: int) -> None:
    chip = kind()
    chip.IDENTITY = status  # type: ignore[misc]
    assert drive(chip, "", 0x3C + status % 2) == CHIPS.get(kind, ("SH1106", -2))


@pytest.mark.parametrize("mute", [False, True])
@pytest.mark.parametrize(
    ("kind", "name"),
    # Who names an SSD1309 says that the module makes the voltage; an SSD1306 stays dark then.
    sorted({*product([*CHIPS, CH1116], ["", *PANELS])} - {(SSD1306, "ssd1309")}, key=str),
)
def test_a_panel_that_is_taken_for_another_is_off_by_two_columns_at_most(kind, name, mute):
    found, off = drive(kind(), name, mute=mute)
    wide = kind is SH1106
    assert off == 2 * wide - 2 * (found == "SH1106")
    if name or mute:
        assert found == (name or "ssd1306").upper()
