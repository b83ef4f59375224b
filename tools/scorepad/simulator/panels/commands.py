"""The form of a display controller's commands, and the commands of the SSD1306.

Section and table numbers are of its data sheet (Solomon Systech, SSD1306 rev 1.1).
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from scorepad.simulator.panels.glass import HEIGHT, WIDTH

PAGES = 8
HORIZONTAL, VERTICAL, PAGED = range(3)

# The register that a command sets is known by the first byte of the command's range.
LOWER_COLUMN = 0x00
HIGHER_COLUMN = 0x10
ADDRESSING_MODE = 0x20
COLUMN_RANGE = 0x21
PAGE_RANGE = 0x22
SCROLL = 0x26
DIAGONAL_SCROLL = 0x29
SCROLL_STOP = 0x2E
SCROLL_START = 0x2F
START_LINE = 0x40
CONTRAST = 0x81
CHARGE_PUMP = 0x8D
SEGMENT_REMAP = 0xA0
SCROLL_AREA = 0xA3
ENTIRE_ON = 0xA4
INVERSE = 0xA6
MULTIPLEX = 0xA8
IREF = 0xAD
DISPLAY_ON = 0xAE
PAGE_START = 0xB0
COM_DIRECTION = 0xC0
DISPLAY_OFFSET = 0xD3
CLOCK = 0xD5
PRECHARGE = 0xD9
COM_PINS = 0xDA
DESELECT_LEVEL = 0xDB
NOP = 0xE3

PUMP_ENABLED = 0x14

# Values after reset (8.5 and table 9-1); those that read 0 are left out.
RESET = {
    ADDRESSING_MODE: PAGED,
    CONTRAST: 0x7F,
    CHARGE_PUMP: 0x10,
    MULTIPLEX: HEIGHT - 1,
    CLOCK: 0x80,
    PRECHARGE: 0x22,
    COM_PINS: 0x12,
    DESELECT_LEVEL: 0x20,
}


class ChipError(Exception):
    """Bytes that mean nothing or are forbidden now; the message says which, and what is right."""


@dataclass(frozen=True)
class Argument:
    """The values that an argument byte may have, and how to say so."""

    permitted: Container[int]
    right: str


@dataclass(frozen=True)
class Command:
    """A row of the command table: the range's first byte is its register's name."""

    first: int
    name: str
    arguments: tuple[Argument, ...]


BYTE = Argument(range(0x100), "any byte")
_COLUMN = Argument(range(WIDTH), "00 to 7F")
_PAGE = Argument(range(PAGES), "00 to 07")
ROW = Argument(range(HEIGHT), "00 to 3F")
_INTERVAL = Argument(range(8), "00 to 07")
_ZERO = Argument((0,), "00 (a dummy byte)")
_ONES = Argument((0xFF,), "FF (a dummy byte)")
_SCROLLED_ROWS = Argument(range(HEIGHT + 1), "00 to 40")
_MODE = Argument((HORIZONTAL, VERTICAL, PAGED), "00, 01 or 02")
RATIO = Argument(range(15, HEIGHT), "0F to 3F (16 to 64 lines)")
_PINS = Argument((0x02, 0x12, 0x22, 0x32), "02, 12, 22 or 32")
PHASES = Argument(
    {phase for phase in range(0x100) if phase & 0xF0 and phase & 0x0F}, "two digits, neither 0"
)
# 40 is missing in table 9-1, but panel makers prescribe it and most drivers send it.
_LEVEL = Argument((0x00, 0x20, 0x30, 0x40), "00, 20, 30 or 40")
_PUMP = Argument((0x10, PUMP_ENABLED), "10 or 14")
_CURRENT = Argument((0x00, 0x10, 0x20, 0x30), "00, 10, 20 or 30")

# Table 9-1: how many command bytes make the range, its first byte, name and arguments. Bits that
# the table calls "don't care" must be 0 here: a driver that sets one meant something else.
_TABLE: tuple[tuple[int, int, str, tuple[Argument, ...]], ...] = (
    (16, LOWER_COLUMN, "set lower column start address", ()),
    (8, HIGHER_COLUMN, "set higher column start address", ()),  # 18 to 1F: beyond column 127
    (1, ADDRESSING_MODE, "set memory addressing mode", (_MODE,)),
    (1, COLUMN_RANGE, "set column address", (_COLUMN, _COLUMN)),
    (1, PAGE_RANGE, "set page address", (_PAGE, _PAGE)),
    (2, SCROLL, "horizontal scroll setup", (_ZERO, _PAGE, _INTERVAL, _PAGE, _ZERO, _ONES)),
    (2, DIAGONAL_SCROLL, "vertical and horizontal scroll setup",
     (_ZERO, _PAGE, _INTERVAL, _PAGE, ROW)),
    (1, SCROLL_STOP, "deactivate scroll", ()),
    (1, SCROLL_START, "activate scroll", ()),
    (64, START_LINE, "set display start line", ()),
    (1, CONTRAST, "set contrast control", (BYTE,)),
    (1, CHARGE_PUMP, "charge pump setting", (_PUMP,)),  # the charge pump's application note
    (2, SEGMENT_REMAP, "set segment re-map", ()),
    (1, SCROLL_AREA, "set vertical scroll area", (ROW, _SCROLLED_ROWS)),
    (2, ENTIRE_ON, "entire display on", ()),
    (2, INVERSE, "set normal or inverse display", ()),
    (1, MULTIPLEX, "set multiplex ratio", (RATIO,)),
    (1, IREF, "internal IREF setting", (_CURRENT,)),  # SSD1306B; without effect on older chips
    (2, DISPLAY_ON, "set display on or off", ()),
    (8, PAGE_START, "set page start address", ()),
    (1, COM_DIRECTION, "set COM output scan direction", ()),
    (1, COM_DIRECTION + 8, "set COM output scan direction", ()),
    (1, DISPLAY_OFFSET, "set display offset", (ROW,)),
    (1, CLOCK, "set display clock", (BYTE,)),
    (1, PRECHARGE, "set pre-charge period", (PHASES,)),
    (1, COM_PINS, "set COM pins hardware configuration", (_PINS,)),
    (1, DESELECT_LEVEL, "set VCOMH deselect level", (_LEVEL,)),
    (1, NOP, "no operation", ()),
)  # fmt: skip


def by_byte(table: Iterable[tuple[int, int, str, tuple[Argument, ...]]]) -> dict[int, Command]:
    """Return the commands by byte, of rows: bytes in a range, its first byte, name, arguments."""
    return {
        first + n: Command(first, name, arguments)
        for count, first, name, arguments in table
        for n in range(count)
    }


SSD1306 = by_byte(_TABLE)
