"""The firmware on each panel: how it is found, that it shows the same, and what it sends."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.hardware import panels
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import PANELS, Tablet
from support.depth import full
from support.tablet.tablets import store_in

KEYS = ("DOWN", "OK", "DOWN", "RIGHT", "BACK")
NOWHERE = 0x20
HARDWARE = Path(__file__).resolve().parents[2] / "docs/hardware.md"
# To be set in the board file, as it cannot be told from an SSD1306.
SETTINGS = {"sh1106": "", "ssd1306": "", "ssd1309": "ssd1309"}
CONTRAST = 40


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


def read_documented_bytes(panel: str) -> tuple[int, int]:
    """Return a panel's bytes on the bus, of docs/hardware.md: at first, and for five keys."""
    row = rf"^\|[^|]*\| {panel.upper()}\b[^|]*\|[^|]*\| ([\d,]+)[^|]*\| ([\d,]+)"
    (found,) = re.findall(row, HARDWARE.read_text(encoding="utf-8"), re.MULTILINE)
    start, presses = (int(number.replace(",", "")) for number in found)
    return start, presses


@pytest.mark.parametrize(
    ("panel", "runtime", "address"),
    [
        ("ssd1306", "unix", 0x3D),
        ("sh1106", "unix", 0x3C),
        ("ssd1309", "unix", 0x3C),
        pytest.param("sh1106", "cpython", 0x3D, marks=full),
        pytest.param("ssd1309", "cpython", 0x3C, marks=full),
    ],
)
def test_every_panel_shows_the_same(
    panel: str, runtime: str, address: int, usual: list[bytes]
) -> None:
    """With few bytes on the bus; also after a reset, without its power, and after a power cut."""
    setting = SETTINGS[panel]
    with Tablet(Flash(), runtime, panel=panel, address=address, setting=setting) as tablet:
        shown = pictures(tablet, *KEYS)
        assert next(shown) == usual[0]
        begun = tablet.i2c_bytes
        assert list(shown) == usual[1:]
        assert (begun, tablet.i2c_bytes - begun) == read_documented_bytes(panel)
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
    """An I2C bus with a panel at one address, and what it says when it is read; None: nothing."""

    def __init__(self, address: int, status: int | None) -> None:
        self.address, self.status = address, status

    def writeto(self, address: int, message: bytes) -> None:
        if address != self.address:
            raise OSError(19)

    def readfrom(self, address: int, size: int) -> bytes:
        if address != self.address or self.status is None:
            raise OSError(19)
        return bytes([self.status] * size)


@pytest.mark.parametrize(
    ("name", "status", "found"),
    [
        *(("", status, "SH1106") for status in (0x00, 0x08, 0x48)),
        *(("", status, "SSD1306") for status in (0x03, 0x06, 0x07, None)),
        *((name, status, name.upper()) for name in PANELS for status in (0x06, 0x08, None)),
        *((name, 0x08, "SH1106") for name in ("SH1106", "x")),
    ],
)
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_is_what_the_board_file_names_or_its_status_says(
    name: str, status: int | None, found: str, address: int
) -> None:
    board = SimpleNamespace(i2c=Bus(address, status), panel="")
    usual = SimpleNamespace(address=0)
    driver = panels.found(board, usual, name)
    assert (board.panel, driver.address) == (found, address)
    assert (driver is usual) == (found == "SSD1306")
