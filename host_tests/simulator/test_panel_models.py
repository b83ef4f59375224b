"""The models of SH1106 and SSD1309: what they have from the SSD1306's, and what they have not."""

import random
import re

import pytest

from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.sh1106 import SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.panels.ssd1309 import SSD1309

DARK = bytes(WIDTH * HEIGHT)
WIDE = 132
SH1106_SETUP = "AE A8 3F D3 00 40 AD 8B 32 A1 C8 DA 12 A4 A6"
SSD1309_SETUP = "AE FD 12 20 00 A1 C8 A8 3F D3 00 40 DA 12 A4 A6 AF"


def command(chip: SSD1306, text: str) -> None:
    chip.write(b"\x00" + bytes.fromhex(text))


def draw(chip: SSD1306, octets: bytes) -> None:
    chip.write(b"\x40" + octets)


def sh1106() -> SH1106:
    """One that is set up, shows nothing and is on; its RAM beside the panel is lit."""
    chip = SH1106()
    command(chip, SH1106_SETUP)
    for page in range(8):
        command(chip, f"B{page} 00 10")
        draw(chip, b"\xff\xff" + bytes(WIDTH) + b"\xff\xff")
    command(chip, "AF")
    return chip


def lit(chip: SSD1306) -> list[tuple[int, int]]:
    """Column and row of each dot that is lit."""
    return [(at % WIDTH, at // WIDTH) for at, pixel in enumerate(chip.pixels()) if pixel]


def test_the_panel_shows_the_128_columns_in_the_middle_of_132() -> None:
    chip = sh1106()
    assert chip.pixels() == DARK
    for column, low, high in ((0, "02", "10"), (127, "01", "18"), (63, "01", "14")):
        command(chip, f"B3 {low} {high}")
        draw(chip, b"\x01")
        assert (column, 24) in lit(chip)
    assert len(lit(chip)) == 3


def test_the_column_goes_on_and_the_page_stays() -> None:
    chip = sh1106()
    command(chip, "B7 02 10")
    draw(chip, b"\x80" * WIDTH)
    assert lit(chip) == [(column, HEIGHT - 1) for column in range(WIDTH)]


def test_what_is_modified_ends_where_it_began() -> None:
    chip = sh1106()
    command(chip, "B0 04 10 E0")
    draw(chip, b"\x01\x01")
    command(chip, "EE")
    draw(chip, b"\x02")
    assert lit(chip) == [(3, 0), (2, 1)]


def test_what_a_read_says() -> None:
    """By what it is known; bit 6 while the display is off."""
    assert [chip().status for chip in (SH1106, SSD1306, SSD1309)] == [0x48, 0x46, 0x46]
    assert sh1106().status == 0x08


def test_a_panel_without_its_converter_stays_dark() -> None:
    chip = sh1106()
    command(chip, "A7 AE AD 8A AF")
    assert (chip.display_on, chip.pixels()) == (True, DARK)
    command(chip, "AE AD 8B AF")
    assert any(chip.pixels())


@pytest.mark.parametrize(
    ("octets", "message"),
    [
        ("00 21", "21 is no command"),
        ("00 22", "22 is no command"),
        ("00 8D", "8D is no command"),
        ("00 2E", "2E is no command"),
        ("00 AD 14", "AD 14: argument 1 of set DC-DC off or on: right is 8A or 8B"),
        ("00 AD 8A", "AD 8A: right only while the display is off (AE)"),
        ("00 DA 22", "right is 02 or 12"),
        ("00 A8 40", "right is 00 to 3F"),
        ("00 D9 02", "right is two digits, neither 0"),
        ("00 EE", "EE: right only after E0"),
        ("80 03 80 18 C0 FF 40 FF FF", "data at column 132: 0 to 131 are right"),
    ],
)
def test_what_an_sh1106_refuses(octets: str, message: str) -> None:
    with pytest.raises(ChipError, match=re.escape(message)):
        sh1106().write(bytes.fromhex(octets))


def test_an_ssd1309_shows_as_an_ssd1306_without_a_pump() -> None:
    chip = SSD1309()
    command(chip, SSD1309_SETUP)
    octets = random.Random(9).randbytes(WIDTH * HEIGHT // 8)
    draw(chip, octets)
    dots = [
        (at % WIDTH, at // WIDTH * 8 + bit)
        for at, octet in enumerate(octets)
        for bit in range(8)
        if octet >> bit & 1
    ]
    assert sorted(lit(chip)) == sorted(dots)


@pytest.mark.parametrize(
    ("before", "mistake", "message"),
    [
        ("", "DB 30", "right is 00, 34 or 3C, also 20 or 40"),
        ("", "FD 13", "right is 12 or 16"),
        ("FD 16", "AF", "AF: the chip is locked; FD 12 first is right"),
    ],
)
def test_what_an_ssd1309_refuses(before: str, mistake: str, message: str) -> None:
    chip = SSD1309()
    command(chip, f"E3 {before}")
    with pytest.raises(ChipError, match=re.escape(message)):
        command(chip, mistake)


def test_what_an_ssd1309_is_sent_for_an_ssd1306_changes_nothing() -> None:
    """Drivers in use switch a charge pump on that it does not have."""
    chip = SSD1309()
    command(chip, SSD1309_SETUP)
    draw(chip, b"\x5a" * (WIDTH * HEIGHT // 8))
    before = chip.pixels()
    command(chip, "8D 10 8D 14 DB 40")
    assert chip.pixels() == before != DARK


def test_a_locked_ssd1309_stores_nothing() -> None:
    chip = SSD1309()
    command(chip, "FD 16")
    with pytest.raises(ChipError, match="data: the chip is locked; FD 12 first is right"):
        draw(chip, b"\x01")


def test_a_locked_ssd1309_can_be_opened() -> None:
    chip = SSD1309()
    command(chip, "FD 16 FD 12 AF")
    assert chip.display_on
