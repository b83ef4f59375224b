"""The models of the display controllers do what their data sheets say, seen as a person sees the
panel: SSD1306 (rev 1.1), SH1106 (V2.3) and SSD1309.
"""

import random
from collections.abc import Callable

import pytest

from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.sh1106 import SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.panels.ssd1309 import SSD1309

SETUP = "AE 20 00 21 00 7F 22 00 07 A1 C8 A8 3F D3 00 40 DA 12 A4 A6 2E 8D 14"
SH1106_SETUP = "AE A8 3F D3 00 40 AD 8B 32 A1 C8 DA 12 A4 A6"
SSD1309_SETUP = "AE FD 12 20 00 A1 C8 A8 3F D3 00 40 DA 12 A4 A6 AF"
PAGES = HEIGHT // 8
DARK = bytes(WIDTH * HEIGHT)
LIT = b"\x01" * (WIDTH * HEIGHT)


def command(chip: SSD1306, text: str) -> None:
    """Send commands, given in hexadecimal, in one I2C write."""
    chip.write(b"\x00" + bytes.fromhex(text))


def draw(chip: SSD1306, octets: bytes) -> None:
    chip.write(b"\x40" + octets)


def running_chip(picture: bytes = DARK) -> SSD1306:
    """Return a chip that is set up, in horizontal addressing mode, and shows `picture`."""
    chip = SSD1306()
    command(chip, SETUP)
    draw(chip, packed(picture))
    command(chip, "AF")
    return chip


def running_sh1106() -> SH1106:
    """Return a chip that is set up, shows nothing and is on; its RAM beside the panel is lit."""
    chip = SH1106()
    command(chip, SH1106_SETUP)
    for page in range(PAGES):
        command(chip, f"B{page} 00 10")
        draw(chip, b"\xff\xff" + bytes(WIDTH) + b"\xff\xff")
    command(chip, "AF")
    return chip


def running_ssd1309(picture: bytes = DARK) -> SSD1309:
    """Return a chip that is set up and shows `picture`."""
    chip = SSD1309()
    command(chip, SSD1309_SETUP)
    draw(chip, packed(picture))
    return chip


def packed(picture: bytes) -> bytes:
    """Return pixels as bytes of GDDRAM, page after page."""
    return bytes(
        sum(picture[(page * 8 + bit) * WIDTH + x] << bit for bit in range(8))
        for page in range(PAGES)
        for x in range(WIDTH)
    )


def lit(chip: SSD1306) -> list[tuple[int, int]]:
    return [(at % WIDTH, at // WIDTH) for at, pixel in enumerate(chip.pixels()) if pixel]


# Pixels without any symmetry that could hide a mistake.
PICTURE = bytes(random.Random(1).choices((0, 1), k=WIDTH * HEIGHT))


# Power


def test_power_brings_reset_values_and_noise() -> None:
    first, same, other = SSD1306(1), SSD1306(1), SSD1306(2)
    assert (first.display_on, first.contrast, first.scrolling) == (False, 0x7F, False)
    assert first.pixels() == DARK
    for chip in (first, same, other):
        command(chip, "8D 14 AF")
    assert 1000 < sum(first.pixels()) < 7000
    assert first.pixels() == same.pixels() != other.pixels()


def test_without_its_supply_a_panel_stays_dark() -> None:
    chip = SSD1306()
    command(chip, "AF")
    assert (chip.display_on, chip.pixels()) == (True, DARK)
    sh1106 = running_sh1106()
    command(sh1106, "A7 AE AD 8A AF")
    assert (sh1106.display_on, sh1106.pixels()) == (True, DARK)
    command(sh1106, "AE AD 8B AF")
    assert any(sh1106.pixels())


# What is seen


def test_contrast_inverse_and_entire_display_on_leave_the_gddram_alone() -> None:
    chip = running_chip(PICTURE)
    command(chip, "81 00")
    assert (chip.contrast, chip.pixels()) == (0, PICTURE)
    command(chip, "A7")
    assert chip.pixels() == bytes(1 - pixel for pixel in PICTURE)
    command(chip, "A5")
    assert chip.pixels() == LIT
    command(chip, "A4 A6")
    assert chip.pixels() == PICTURE


# Addressing


def written(chip: SSD1306) -> dict[tuple[int, int], int]:
    """The non-zero bytes of the GDDRAM under their page and column."""
    octets = packed(chip.pixels())
    return {divmod(at, WIDTH): octet for at, octet in enumerate(octets) if octet}


@pytest.mark.parametrize(
    ("setting", "places"),
    [
        ("20 00 21 02 04 22 01 02", [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)]),
        ("20 01 21 02 04 22 01 02", [(1, 2), (2, 2), (1, 3), (2, 3), (1, 4), (2, 4)]),
        ("20 00 21 7F 7F 22 06 07", [(6, 127), (7, 127)]),
        ("20 01 21 7E 7F 22 07 07", [(7, 126), (7, 127)]),
        ("20 02 B3 0D 17", [(3, 125), (3, 126), (3, 127)]),
        ("20 02 17 0D B3", [(3, 125), (3, 126), (3, 127)]),
    ],
)
def test_the_pointer_wraps_where_the_addressing_mode_says(
    setting: str, places: list[tuple[int, int]]
) -> None:
    """Section 10.1.3: full turns of the pointer overwrite the same places in the same order."""
    chip = running_chip()
    command(chip, setting)
    for turn in range(3):
        octets = bytes(turn * len(places) + n + 1 for n in range(len(places)))
        draw(chip, octets)
        assert written(chip) == dict(zip(places, octets, strict=True))


# The I2C bus


def test_commands_and_data_in_one_write() -> None:
    chip = running_chip()
    chip.write(bytes.fromhex("80 21 80 05 80 05 C0 11 C0 22 40 33"))
    assert written(chip) == {(0, 5): 0x11, (1, 5): 0x22, (2, 5): 0x33}


# Which bytes mean something, after which others; a stroke is before the last write, which alone
# is refused or taken. A write of data begins with 40.

TAKEN = (
    *("00 20 02", "00 21 7F 7F", "00 22 07 07", "00 A8 0F", "00 A8 3F", "00 D3 3F", "00 D9 11"),
    *("00 DA 32", "00 DB 40", "00 AD 30", "00 20 02 | 00 B7", "00 20 02 | 00 00", "C0 FF"),
    *("00 AE | 00 8D 10", "00 20 02 | 80 00 C0"),
)
REFUSED = (
    # no such command
    *("00 18", "00 23", "00 2C", "00 80", "00 B8", "00 C1", "00 FF"),
    # arguments
    *("00 20 03", "00 21 80", "00 21 00 80", "00 21 05 04", "00 22 00 08", "00 22 03 02"),
    *("00 A8 0E", "00 A8 40", "00 D3 40", "00 D9 F0", "00 D9 01", "00 DA 10", "00 DB 41"),
    *("00 AD 31", "00 AE | 00 8D 04"),
    # commands of another addressing mode
    *("00 B0", "00 00", "00 20 01 | 00 10", "00 20 02 | 00 21 00 7F", "00 20 02 | 00 22 00 07"),
    # control bytes
    *("01 E3", "A0 E3", "80 E3 E3", "80", "40", "80 E3 00"),
    # data in the middle of a command, and the charge pump under a display that is on
    *("00 21 00 | 40 FF", "00 8D 10"),
)
SH1106_TAKEN = ("00 AE | 00 AD 8A", "00 E0 | 00 EE", "00 DA 02", "00 8D 14 2E 21 20 02 | 80 00 C0")
SH1106_REFUSED = (
    *("00 22", "00 AD 14", "00 AD 8A", "00 DA 22", "00 A8 40"),
    *("00 D9 02", "00 EE", "00 03 18 | C0 FF 40 FF FF"),
)
SSD1309_REFUSED = ("00 DB 30", "00 FD 13", "00 FD 16 | 00 AF", "00 FD 16 | 40 01")


def send(chip: SSD1306, writes: str, refused: bool) -> None:
    """Send writes; the last one must be refused, or none."""
    *before, last = map(bytes.fromhex, writes.split("|"))
    for payload in before:
        chip.write(payload)
    if not refused:
        chip.write(last)
        return
    with pytest.raises(ChipError):
        chip.write(last)
        pytest.fail(f"{writes}: not refused")


@pytest.mark.parametrize(
    ("make", "taken", "refused"),
    [
        (running_chip, TAKEN, REFUSED),
        (running_sh1106, SH1106_TAKEN, SH1106_REFUSED),
        (running_ssd1309, ("00 DB 34", "00 FD 16 | 00 FD 12 AF"), SSD1309_REFUSED),
    ],
    ids=["ssd1306", "sh1106", "ssd1309"],
)
def test_a_mistake_is_refused(
    make: Callable[[], SSD1306], taken: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    for writes in taken:
        send(make(), writes, False)
    for writes in refused:
        send(make(), writes, True)


# SH1106 and SSD1309


def test_an_sh1106_shows_the_128_columns_in_the_middle_of_132() -> None:
    chip = running_sh1106()
    assert chip.pixels() == DARK
    for column, low, high in ((0, "02", "10"), (127, "01", "18"), (63, "01", "14")):
        command(chip, f"B3 {low} {high}")
        draw(chip, b"\x01")
        assert (column, 24) in lit(chip)
    assert len(lit(chip)) == 3
    command(chip, "B7 02 10")
    draw(chip, b"\x80" * WIDTH)  # the column goes on, the page stays
    assert lit(chip)[3:] == [(column, HEIGHT - 1) for column in range(WIDTH)]


def test_an_ssd1309_shows_as_an_ssd1306_without_a_pump() -> None:
    chip = running_ssd1309(PICTURE)
    assert chip.pixels() == PICTURE
    command(chip, "8D 10 8D 14 DB 40")  # drivers switch a charge pump on that it does not have
    assert chip.pixels() == PICTURE
