"""The firmware on each panel: how it is found, that it shows the same, and what it sends."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.hardware import panels
from firmware.storage.store import Store
from scorepad import build
from scorepad.simulator.flash import FIXED_ID, Flash
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.tablet import PANELS, Tablet
from support.tablet.tablets import littlefs

KEYS = ("DOWN", "OK", "DOWN", "RIGHT", "BACK")
NOWHERE = 0x20
HARDWARE = Path(__file__).resolve().parents[2] / "docs/hardware.md"
# To be set in the board file, as it cannot be told from an SSD1306.
SETTINGS = {"sh1106": "", "ssd1306": "", "ssd1309": "ssd1309"}


def pictures(tablet: Tablet, *keys: str) -> Iterator[bytes]:
    tablet.wait(100)
    yield tablet.pixels()
    for key in keys:
        tablet.press(key)
        yield tablet.pixels()


@pytest.fixture(scope="module")
def usual() -> list[bytes]:
    """What an SSD1306 shows."""
    with Tablet(Flash()) as tablet:
        return list(pictures(tablet, *KEYS))


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("runtime", "address"), [("unix", 0x3C), ("unix", 0x3D), ("cpython", 0x3C)]
)
def test_every_panel_shows_the_same(
    panel: str, runtime: str, address: int, usual: list[bytes]
) -> None:
    setting = SETTINGS[panel]
    with Tablet(Flash(), runtime, panel=panel, address=address, setting=setting) as tablet:
        assert list(pictures(tablet, *KEYS)) == usual
    assert any(usual[0])
    assert len(set(usual)) > 2


@pytest.mark.parametrize(
    ("panel", "says"), [("sh1106", 0x06), ("ssd1306", 0x08), ("ssd1309", 0x08)]
)
def test_a_panel_is_what_the_board_file_names_whatever_it_answers(
    panel: str, says: int, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not named is sent what it would not take."""
    monkeypatch.setattr(PANELS[panel], "IDENTITY", says)
    with Tablet(Flash(), panel=panel, setting=panel) as tablet:
        assert list(pictures(tablet, *KEYS)) == usual
    with pytest.raises(ChipError), Tablet(Flash(), panel=panel) as tablet:
        tablet.wait(100)


@pytest.mark.parametrize(
    ("panel", "says"),
    [
        *(("sh1106", low) for low in (0x00, 0x08)),
        *(("ssd1306", low) for low in (0x03, 0x06, 0x07)),
    ],
)
def test_a_panel_is_known_by_three_bits(
    panel: str, says: int, usual: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PANELS[panel], "IDENTITY", says)
    with Tablet(Flash(), panel=panel) as tablet:
        assert next(pictures(tablet)) == usual[0]


@pytest.mark.parametrize("panel", [name for name in PANELS if not SETTINGS[name]])
def test_a_board_file_that_has_no_line_for_it_finds_the_panel(
    panel: str, usual: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = build.board_file(build.BOARD).read_text().splitlines(keepends=True)
    own = tmp_path / "board.py"
    own.write_text("".join(line for line in lines if not line.startswith("PANEL")))
    assert len(own.read_text().splitlines()) == len(lines) - 1
    monkeypatch.setattr(build, "board_file", lambda _board: own)
    with Tablet(Flash(), panel=panel) as tablet:
        assert next(pictures(tablet)) == usual[0]


@pytest.mark.parametrize("named", ["SH1106", "sh1107", "x"])
def test_a_panel_whose_name_nobody_knows_is_found(
    named: str, usual: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = build.board_file(build.BOARD).read_text()
    own = tmp_path / "board.py"
    own.write_text(text.replace('PANEL = ""', f'PANEL = "{named}"'))
    monkeypatch.setattr(build, "board_file", lambda _board: own)
    with Tablet(Flash(), panel="sh1106") as tablet:
        assert next(pictures(tablet)) == usual[0]
    with Tablet(Flash(), panel="ssd1309", setting="ssd1309") as tablet:  # as by --panel
        assert next(pictures(tablet)) == usual[0]


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_comes_back_with_its_power_and_after_a_reset(panel: str) -> None:
    with Tablet(Flash(), panel=panel, setting=SETTINGS[panel]) as tablet:
        shown = next(pictures(tablet))
        tablet.reset()
        assert next(pictures(tablet)) == shown
        tablet.panel(False)
        tablet.press("OK", "BACK")
        tablet.panel(True)
        tablet.wait(1500)
        assert tablet.pixels() == shown
        tablet.power_cut()
        assert next(pictures(tablet)) == shown


def test_an_sh1106_that_is_plugged_in_later_is_found_then(usual: list[bytes]) -> None:
    with Tablet(Flash(), panel="sh1106", address=NOWHERE) as tablet:
        tablet.wait(3000)
        assert tablet.i2c_bytes == 0
        tablet.move_panel(0x3D)
        tablet.wait(1500)
        assert tablet.pixels() == usual[0]


def said_of_bytes(panel: str) -> tuple[int, int]:
    """What docs/hardware.md says of a panel."""
    row = rf"^\|[^|]*\| {panel.upper()}\b[^|]*\|[^|]*\| ([\d,]+)[^|]*\| ([\d,]+)"
    (said,) = re.findall(row, HARDWARE.read_text(encoding="utf-8"), re.MULTILINE)
    start, presses = (int(number.replace(",", "")) for number in said)
    return start, presses


@pytest.mark.parametrize("panel", PANELS)
def test_bytes_on_the_bus_are_those_of_the_docs(panel: str) -> None:
    """Until the first picture is there, and for five keys."""
    with Tablet(Flash(), panel=panel, setting=SETTINGS[panel]) as tablet:
        tablet.wait(100)
        begun = tablet.i2c_bytes
        tablet.press(*KEYS)
        assert (begun, tablet.i2c_bytes - begun) == said_of_bytes(panel)


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
def test_every_panel_has_the_contrast_that_was_saved(panel: str, tmp_path: Path) -> None:
    flash = tmp_path / "t.flash"
    with Tablet(Flash(flash)) as tablet:
        tablet.wait(100)
    with littlefs(flash) as files:
        settings = Store(lambda: files, FIXED_ID).settings
        settings.use("contrast", 40)
        settings.save()
    with Tablet(Flash(flash), panel=panel, setting=SETTINGS[panel]) as tablet:
        tablet.wait(100)
        assert tablet.chip.contrast == 40


def test_a_module_that_cannot_be_read_is_an_ssd1306() -> None:
    class Bus:
        def writeto(self, address: int, message: bytes) -> None:
            if address != 0x3C:
                raise OSError(19)

        def readfrom(self, address: int, size: int) -> bytes:
            raise OSError(19)

    board = SimpleNamespace(i2c=Bus(), panel="")
    driver = SimpleNamespace(address=0)
    assert panels.found(board, driver, "") is driver
    assert (board.panel, driver.address) == ("SSD1306", 0x3C)
