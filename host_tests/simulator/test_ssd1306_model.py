"""The SSD1306 model does what the data sheet (rev 1.1) says, seen as a person sees the panel."""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.panels.ssd1306 import SSD1306

SETUP = "AE 20 00 21 00 7F 22 00 07 A1 C8 A8 3F D3 00 40 DA 12 A4 A6 2E 8D 14"
PAGES = HEIGHT // 8
DARK = bytes(WIDTH * HEIGHT)
LIT = b"\x01" * (WIDTH * HEIGHT)


def command(chip: SSD1306, text: str) -> None:
    """Send commands, given in hexadecimal, in one I2C write."""
    chip.write(b"\x00" + bytes.fromhex(text))


def draw(chip: SSD1306, octets: bytes) -> None:
    """Send bytes for the GDDRAM."""
    chip.write(b"\x40" + octets)


def running_chip(picture: bytes = DARK) -> SSD1306:
    """A chip that is set up, upright, in horizontal addressing mode, and shows `picture`."""
    chip = SSD1306()
    command(chip, SETUP)
    draw(chip, packed(picture))
    command(chip, "AF")
    return chip


def packed(picture: bytes) -> bytes:
    """Pixels as bytes of GDDRAM, page after page."""
    return bytes(
        sum(picture[(page * 8 + bit) * WIDTH + x] << bit for bit in range(8))
        for page in range(PAGES)
        for x in range(WIDTH)
    )


def rows(picture: bytes) -> list[bytes]:
    """Pixels as rows, the top one first."""
    return [picture[y * WIDTH : (y + 1) * WIDTH] for y in range(HEIGHT)]


def random_picture(seed: int = 1) -> bytes:
    """Pixels without any symmetry that could hide a mistake."""
    return bytes(random.Random(seed).choices((0, 1), k=WIDTH * HEIGHT))


def numbered_lines() -> bytes:
    """Line n shows n + 1 in binary at its left, so that a row tells which line it shows."""
    return b"".join(bytes(n + 1 >> bit & 1 for bit in range(WIDTH)) for n in range(HEIGHT))


def line_numbers(chip: SSD1306) -> list[int | None]:
    """Which line each COM shows, COM0 first (at the bottom of the module); None if it is dark."""
    values = (sum(pixel << bit for bit, pixel in enumerate(row)) for row in rows(chip.pixels()))
    return [value - 1 if value else None for value in values][::-1]


# Power


def test_the_power_brings_a_dark_panel_with_reset_values() -> None:
    chip = SSD1306()
    assert (chip.display_on, chip.contrast, chip.scrolling) == (False, 0x7F, False)
    assert chip.pixels() == DARK


def test_gddram_holds_noise_until_it_is_written() -> None:
    first, same, other = SSD1306(1), SSD1306(1), SSD1306(2)
    for chip in (first, same, other):
        command(chip, "8D 14 AF")
    assert 1000 < sum(first.pixels()) < 7000
    assert first.pixels() == same.pixels() != other.pixels()


def test_a_power_cycle_brings_new_noise_and_forgets_every_register() -> None:
    chip = running_chip(random_picture())
    before = chip.pixels()
    command(chip, "81 01 A7 C0 7F")
    chip.power_cycle()
    assert (chip.display_on, chip.contrast, chip.commands, chip.data_bytes) == (False, 0x7F, 0, 0)
    command(chip, SETUP + "AF")
    assert before != chip.pixels() != DARK


def test_without_its_charge_pump_the_panel_stays_dark() -> None:
    chip = SSD1306()
    command(chip, "AF")
    assert chip.display_on
    assert chip.pixels() == DARK


def test_sleep_keeps_the_picture() -> None:
    chip = running_chip(random_picture())
    command(chip, "AE")
    assert (chip.display_on, chip.pixels()) == (False, DARK)
    command(chip, "AF")
    assert (chip.display_on, chip.pixels()) == (True, random_picture())


# What is seen


def test_contrast_is_a_number_that_the_pixels_do_not_show() -> None:
    chip = running_chip(random_picture())
    command(chip, "81 00")
    assert chip.contrast == 0
    assert chip.pixels() == random_picture()


def test_inverse_and_entire_display_on_leave_the_gddram_alone() -> None:
    chip = running_chip(random_picture())
    command(chip, "A7")
    assert chip.pixels() == bytes(1 - pixel for pixel in random_picture())
    command(chip, "A5")
    assert chip.pixels() == LIT
    command(chip, "A4 A6")
    assert chip.pixels() == random_picture()


@pytest.mark.parametrize(
    ("orientation", "mirrored", "upside_down"),
    [("A1 C8", 0, 0), ("A0 C8", 1, 0), ("A1 C0", 0, 1), ("A0 C0", 1, 1)],
)
def test_orientation(orientation: str, mirrored: int, upside_down: int) -> None:
    chip = SSD1306()
    command(chip, f"{SETUP} {orientation} AF")
    draw(chip, packed(random_picture()))
    expected = [row[:: -1 if mirrored else 1] for row in rows(random_picture())]
    assert rows(chip.pixels()) == expected[:: -1 if upside_down else 1]


def test_segment_remap_moves_nothing_already_stored() -> None:
    """Section 10.1.8: "This command only affects subsequent data input"."""
    chip = running_chip(random_picture())
    command(chip, "A0")
    assert chip.pixels() == random_picture()
    draw(chip, packed(random_picture()))
    assert rows(chip.pixels()) == [row[::-1] for row in rows(random_picture())]


def test_com_direction_flips_the_picture_at_once() -> None:
    """Section 10.1.14."""
    chip = running_chip(random_picture())
    command(chip, "C0")
    assert rows(chip.pixels()) == rows(random_picture())[::-1]


SAMPLED_COMS = (0, 7, 8, 47, 48, 55, 56, 63)


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        # Table 10-1, columns (a) to (f): the line at COM 0, 7, 8, 47, 48, 55, 56 and 63
        ("C0 A8 3F D3 00 40", (0, 7, 8, 47, 48, 55, 56, 63)),
        ("C0 A8 3F D3 08 40", (8, 15, 16, 55, 56, 63, 0, 7)),
        ("C0 A8 3F D3 00 48", (8, 15, 16, 55, 56, 63, 0, 7)),
        ("C0 A8 37 D3 00 40", (0, 7, 8, 47, 48, 55, None, None)),
        ("C0 A8 37 D3 08 40", (8, 15, 16, 55, None, None, 0, 7)),
        ("C0 A8 37 D3 00 48", (8, 15, 16, 55, 56, 63, None, None)),
        # Table 10-2, columns (a) to (g)
        ("C8 A8 3F D3 00 40", (63, 56, 55, 16, 15, 8, 7, 0)),
        ("C8 A8 3F D3 08 40", (7, 0, 63, 24, 23, 16, 15, 8)),
        ("C8 A8 3F D3 00 48", (7, 0, 63, 24, 23, 16, 15, 8)),
        ("C8 A8 2F D3 00 40", (47, 40, 39, 0, None, None, None, None)),
        ("C8 A8 2F D3 08 40", (None, None, 47, 8, 7, 0, None, None)),
        ("C8 A8 2F D3 00 48", (55, 48, 47, 8, None, None, None, None)),
        ("C8 A8 2F D3 08 50", (None, None, 63, 24, 23, 16, None, None)),
    ],
)
def test_multiplex_ratio_display_offset_and_start_line(
    setting: str, lines: tuple[int | None, ...]
) -> None:
    chip = running_chip(numbered_lines())
    command(chip, setting)
    assert tuple(line_numbers(chip)[com] for com in SAMPLED_COMS) == lines


@pytest.mark.parametrize("everything_on", ["A5", "A7"])
def test_a_row_beyond_the_multiplex_ratio_is_never_lit(everything_on: str) -> None:
    chip = running_chip()
    command(chip, f"A8 2F C0 {everything_on}")
    assert chip.pixels() == bytes(16 * WIDTH) + b"\x01" * (48 * WIDTH)


@pytest.mark.parametrize(
    ("pins", "lines_from_the_top"),
    [
        ("12", range(64)),
        # Sequential: one side of the chip has the upper half, but leads to every second row.
        ("02", [line for n in range(32) for line in (n, n + 32)]),
        ("22", [line for n in range(32) for line in (n + 32, n)]),
        # Left and right side exchanged.
        ("32", [line for n in range(0, 64, 2) for line in (n + 1, n)]),
    ],
)
def test_com_pins(pins: str, lines_from_the_top: range | list[int]) -> None:
    """Section 10.1.18 and table 10-3; only 12 suits the common 128x64 panel."""
    chip = running_chip(numbered_lines())
    command(chip, f"DA {pins}")
    assert line_numbers(chip)[::-1] == list(lines_from_the_top)


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


def test_page_addressing_is_the_mode_after_reset() -> None:
    chip = SSD1306()
    command(chip, "A1 C8 8D 14 AF")
    for page in range(PAGES):
        command(chip, f"B{page} 00 10")
        draw(chip, bytes(WIDTH))
    command(chip, "B5 02 11")
    draw(chip, b"\xa5")
    assert written(chip) == {(5, 18): 0xA5}


def test_data_may_come_in_any_number_of_writes() -> None:
    chip = running_chip()
    for octet in packed(random_picture()):
        draw(chip, bytes((octet,)))
    assert chip.pixels() == random_picture()


# The I2C bus


@pytest.mark.parametrize(
    "framing",
    [
        pytest.param(lambda octets: [b"\x00" + octets], id="one write"),
        pytest.param(lambda octets: [b"\x80%c" % octet for octet in octets], id="byte by byte"),
        pytest.param(lambda octets: [b"\x00%c" % octet for octet in octets], id="the same, Co=0"),
        pytest.param(
            lambda octets: [b"".join(b"\x80%c" % octet for octet in octets)], id="Co=1 pairs"
        ),
        pytest.param(
            lambda octets: [b"".join(b"\x80%c" % octet for octet in octets[:-1]) + b"\0\xaf"],
            id="Co=1 pairs, then Co=0",
        ),
    ],
)
def test_every_framing_means_the_same(framing: Callable[[bytes], list[bytes]]) -> None:
    chip = SSD1306()
    for payload in framing(bytes.fromhex(f"{SETUP} 81 2A AF")):
        chip.write(payload)
    draw(chip, packed(random_picture()))
    assert (chip.pixels(), chip.contrast) == (random_picture(), 0x2A)
    assert chip.commands == 16


def test_commands_and_data_in_one_write() -> None:
    chip = running_chip()
    chip.write(bytes.fromhex("80 21 80 05 80 05 C0 11 C0 22 40 33"))
    assert written(chip) == {(0, 5): 0x11, (1, 5): 0x22, (2, 5): 0x33}


def test_the_chip_waits_for_arguments_across_writes() -> None:
    chip = running_chip()
    waits = []
    for octet in bytes.fromhex("21 10 20 A6"):
        chip.write(b"\x80%c" % octet)
        waits.append(chip.awaiting)
    assert waits == [2, 1, 0, 0]


def test_a_bus_scan_changes_nothing() -> None:
    chip = running_chip(random_picture())
    chip.write(b"")
    assert chip.pixels() == random_picture()


def test_counters() -> None:
    chip = SSD1306()
    command(chip, "E3 81 10 A8 3F")
    draw(chip, bytes(5))
    assert (chip.commands, chip.data_bytes) == (3, 5)


# Scrolling

SCROLL = "26 00 00 00 07 00 FF"
DIAGONAL = "29 00 00 00 07 01"


def test_scroll_is_known_until_it_is_deactivated_and_spoils_the_gddram() -> None:
    """Table 9-1 on 2E: "the ram data needs to be rewritten"."""
    chip = running_chip(random_picture())
    command(chip, f"{SCROLL} 2F")
    assert chip.scrolling
    assert chip.pixels() == random_picture()
    command(chip, "2E")
    assert not chip.scrolling
    assert chip.pixels() != random_picture()
    draw(chip, packed(random_picture()))
    assert chip.pixels() == random_picture()


def test_deactivating_a_scroll_that_is_not_active_does_no_harm() -> None:
    chip = running_chip(random_picture())
    command(chip, f"{SCROLL} 2E")
    assert chip.pixels() == random_picture()


@pytest.mark.parametrize(
    "setup",
    [SCROLL, "27 00 02 07 05 00 FF", DIAGONAL, "2A 00 03 04 03 3F", f"A3 10 20 {DIAGONAL}"],
)
def test_scroll_setups(setup: str) -> None:
    chip = running_chip()
    command(chip, f"{setup} 2F")
    assert chip.scrolling


# Everything that a driver must not do: what came before in mode 00, then the mistake, and a part
# of what the error says.
MISTAKES = [
    # no such command
    ("", "00 18", "18 is no command"),
    ("", "00 23", "23 is no command"),
    ("", "00 2C", "2C is no command"),
    ("", "00 80", "80 is no command"),
    ("", "00 B8", "B8 is no command"),
    ("", "00 C1", "C1 is no command"),
    ("", "00 FF", "FF is no command"),
    # arguments
    ("", "00 20 03", "20 03: argument 1 of set memory addressing mode: right is 00, 01 or 02"),
    ("", "00 21 80", "21 80: argument 1 of set column address: right is 00 to 7F"),
    ("", "00 21 00 80", "21 00 80: argument 2 of set column address: right is 00 to 7F"),
    ("", "00 21 05 04", "21 05 04: the start must not be above the end"),
    ("", "00 22 00 08", "right is 00 to 07"),
    ("", "00 22 03 02", "22 03 02: the start must not be above the end"),
    ("", "00 A8 0E", "right is 0F to 3F"),
    ("", "00 A8 40", "right is 0F to 3F"),
    ("", "00 D3 40", "right is 00 to 3F"),
    ("", "00 D9 F0", "argument 1 of set pre-charge period"),
    ("", "00 D9 01", "argument 1 of set pre-charge period"),
    ("", "00 DA 10", "right is 02, 12, 22 or 32"),
    ("", "00 DB 41", "right is 00, 20, 30 or 40"),
    ("", "00 AD 31", "right is 00, 10, 20 or 30"),
    ("AE", "00 8D 04", "right is 10 or 14"),
    # commands of another addressing mode
    ("", "00 B0", "B0: not in addressing mode 00; right after 20 02"),
    ("", "00 00", "00: not in addressing mode 00; right after 20 02"),
    ("20 01", "00 10", "10: not in addressing mode 01; right after 20 02"),
    ("20 02", "00 21 00 7F", "not in addressing mode 02; right after 20 00 or 20 01"),
    ("20 02", "00 22 00 07", "not in addressing mode 02; right after 20 00 or 20 01"),
    # control bytes
    ("", "01 E3", "control byte 01: 00, 40, 80 or C0 is right"),
    ("", "A0 E3", "control byte A0: 00, 40, 80 or C0 is right"),
    ("", "80 E3 E3", "control byte E3: 00, 40, 80 or C0 is right"),
    ("", "80", "control byte 80: a byte must follow it"),
    ("", "40", "control byte 40: a byte must follow it"),
    ("", "80 E3 00", "control byte 00: a byte must follow it"),
    # data in the middle of a command
    ("21 00", "40 FF", "data after 21 00: right are 1 more arguments"),
    # power
    ("", "00 8D 10", "8D 10: right only while the display is off"),
    # scrolling
    ("", "00 2F", "2F: right only after a scroll setup"),
    ("", "00 26 01", "26 01: argument 1 of horizontal scroll setup: right is 00"),
    ("", "00 26 00 08", "right is 00 to 07"),
    ("", "00 27 00 00 08", "right is 00 to 07"),
    ("", "00 27 00 00 00 07 00 7F", "right is FF"),
    ("", "00 26 00 05 00 04 00 FF", "the start page must not be above the end page"),
    ("", "00 29 00 00 00 07 40", "right is 00 to 3F"),
    ("", "00 A3 01 40", "A3 01 40: at most 64 rows"),
    ("A8 1F", "00 A3 10 11", "A3 10 11: at most 32 rows"),
    ("A3 00 10 29 00 00 00 07 10", "00 2F", "below A3's 16 rows"),
    (f"A3 00 10 {DIAGONAL} 50", "00 2F", "below A3's 16 rows"),
    (f"{SCROLL} 2F", "40 FF", "data while scrolling"),
    (f"{SCROLL} 2F", f"00 {SCROLL}", "not while scrolling; 2E first is right"),
    (f"{SCROLL} 2F", "00 A3 00 40", "not while scrolling; 2E first is right"),
]


@pytest.mark.parametrize(("before", "mistake", "message"), MISTAKES)
def test_a_mistake_is_told(before: str, mistake: str, message: str) -> None:
    chip = running_chip()
    command(chip, f"E3 {before}")
    with pytest.raises(ChipError, match=re.escape(message)):
        chip.write(bytes.fromhex(mistake))


def test_the_charge_pump_cannot_start_under_a_display_that_is_on() -> None:
    chip = SSD1306()
    command(chip, "AF")
    with pytest.raises(ChipError, match="8D 14: right only while the display is off"):
        command(chip, "8D 14")


def test_after_an_error_the_chip_takes_the_next_command() -> None:
    chip = running_chip(random_picture())
    with pytest.raises(ChipError):
        command(chip, "21 80")
    command(chip, "A6")
    assert (chip.awaiting, chip.pixels()) == (0, random_picture())


# MicroPython's own driver

DRIVER = Path(__file__).parents[2] / ".cache/micropython-lib/ssd1306.py"


class FrameBuffer1:
    """As much of `framebuf` as the driver needs, one bit a pixel, a byte for eight rows."""

    def __init__(self, buffer: memoryview, width: int, height: int) -> None:
        assert len(buffer) == width * height // 8
        self._buffer, self._width = buffer, width

    def fill(self, colour: int) -> None:
        self._buffer[:] = bytes((0xFF * colour,)) * len(self._buffer)

    def pixel(self, x: int, y: int, colour: int) -> None:
        at = y // 8 * self._width + x
        self._buffer[at] = self._buffer[at] & ~(1 << y % 8) | colour << y % 8


@pytest.mark.skipif(not DRIVER.exists(), reason="`make` fetches MicroPython's driver")
def test_micropython_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sends every command byte in a write of its own."""
    framebuf = ModuleType("framebuf")
    framebuf.FrameBuffer1 = framebuf.FrameBuffer = FrameBuffer1  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "framebuf", framebuf)
    module: dict[str, Any] = {"const": int}
    exec(compile(DRIVER.read_text(), DRIVER, "exec"), module)  # `const` is MicroPython's builtin
    chip = SSD1306()
    bus = SimpleNamespace(writeto=lambda address, buffer: chip.write(bytes(buffer)))

    oled = module["SSD1306_I2C"](WIDTH, HEIGHT, bus)
    assert (chip.display_on, chip.pixels()) == (True, DARK)
    for at, colour in enumerate(random_picture()):
        oled.pixel(at % WIDTH, at // WIDTH, colour)
    oled.show()
    assert chip.pixels() == random_picture()
    oled.contrast(7)
    oled.invert(1)
    assert (chip.contrast, chip.awaiting) == (7, 0)
    assert chip.pixels() == bytes(1 - pixel for pixel in random_picture())
    oled.poweroff()
    assert not chip.display_on
