"""Model of the SSD1306 display controller: I2C bytes go in, what a person sees comes out.

Written from the data sheet (Solomon Systech, SSD1306 rev 1.1). Section and table numbers below
are of that document. The model is strict: where the chip would do something undefined, it raises
`ChipError`, so that a driver's slip fails a test instead of showing as snow on somebody's panel.
"""

import random
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

WIDTH = 128
HEIGHT = 64

_PAGES = 8
_CONTINUATION = 0x80  # Co: one byte follows, then another control byte (8.1.5.2)
_DATA = 0x40  # D/C#: the bytes that follow are for the GDDRAM, not commands

_HORIZONTAL, _VERTICAL, _PAGED = range(3)

# The register that a command sets is known by the first byte of the command's range.
_LOWER_COLUMN = 0x00
_HIGHER_COLUMN = 0x10
_ADDRESSING_MODE = 0x20
_COLUMN_RANGE = 0x21
_PAGE_RANGE = 0x22
_SCROLL = 0x26
_DIAGONAL_SCROLL = 0x29
_SCROLL_STOP = 0x2E
_SCROLL_START = 0x2F
_START_LINE = 0x40
_CONTRAST = 0x81
_CHARGE_PUMP = 0x8D
_SEGMENT_REMAP = 0xA0
_SCROLL_AREA = 0xA3
_ENTIRE_ON = 0xA4
_INVERSE = 0xA6
_MULTIPLEX = 0xA8
_IREF = 0xAD
_DISPLAY_ON = 0xAE
_PAGE_START = 0xB0
_COM_DIRECTION = 0xC0
_DISPLAY_OFFSET = 0xD3
_CLOCK = 0xD5
_PRECHARGE = 0xD9
_COM_PINS = 0xDA
_DESELECT_LEVEL = 0xDB
_NOP = 0xE3

_PUMP_ENABLED = 0x14
_ALTERNATIVE_PINS = 0x10
_LEFT_RIGHT_REMAP = 0x20

# Values after reset (8.5 and table 9-1); those that read 0 are left out.
_RESET = {
    _ADDRESSING_MODE: _PAGED,
    _CONTRAST: 0x7F,
    _CHARGE_PUMP: 0x10,
    _MULTIPLEX: HEIGHT - 1,
    _CLOCK: 0x80,
    _PRECHARGE: 0x22,
    _COM_PINS: 0x12,
    _DESELECT_LEVEL: 0x20,
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
_PAGE = Argument(range(_PAGES), "00 to 07")
ROW = Argument(range(HEIGHT), "00 to 3F")
_INTERVAL = Argument(range(8), "00 to 07")
_ZERO = Argument((0,), "00 (a dummy byte)")
_ONES = Argument((0xFF,), "FF (a dummy byte)")
_SCROLLED_ROWS = Argument(range(HEIGHT + 1), "00 to 40")
_MODE = Argument((_HORIZONTAL, _VERTICAL, _PAGED), "00, 01 or 02")
RATIO = Argument(range(15, HEIGHT), "0F to 3F (16 to 64 lines)")
_PINS = Argument((0x02, 0x12, 0x22, 0x32), "02, 12, 22 or 32")
PHASES = Argument(
    {phase for phase in range(0x100) if phase & 0xF0 and phase & 0x0F}, "two digits, neither 0"
)
# 40 is missing in table 9-1, but panel makers prescribe it and most drivers send it.
_LEVEL = Argument((0x00, 0x20, 0x30, 0x40), "00, 20, 30 or 40")
_PUMP = Argument((0x10, _PUMP_ENABLED), "10 or 14")
_CURRENT = Argument((0x00, 0x10, 0x20, 0x30), "00, 10, 20 or 30")

# Table 9-1: how many command bytes make the range, its first byte, name and arguments. Bits that
# the table calls "don't care" must be 0 here: a driver that sets one meant something else.
_TABLE: tuple[tuple[int, int, str, tuple[Argument, ...]], ...] = (
    (16, _LOWER_COLUMN, "set lower column start address", ()),
    (8, _HIGHER_COLUMN, "set higher column start address", ()),  # 18 to 1F: beyond column 127
    (1, _ADDRESSING_MODE, "set memory addressing mode", (_MODE,)),
    (1, _COLUMN_RANGE, "set column address", (_COLUMN, _COLUMN)),
    (1, _PAGE_RANGE, "set page address", (_PAGE, _PAGE)),
    (2, _SCROLL, "horizontal scroll setup", (_ZERO, _PAGE, _INTERVAL, _PAGE, _ZERO, _ONES)),
    (2, _DIAGONAL_SCROLL, "vertical and horizontal scroll setup",
     (_ZERO, _PAGE, _INTERVAL, _PAGE, ROW)),
    (1, _SCROLL_STOP, "deactivate scroll", ()),
    (1, _SCROLL_START, "activate scroll", ()),
    (64, _START_LINE, "set display start line", ()),
    (1, _CONTRAST, "set contrast control", (BYTE,)),
    (1, _CHARGE_PUMP, "charge pump setting", (_PUMP,)),  # the charge pump's application note
    (2, _SEGMENT_REMAP, "set segment re-map", ()),
    (1, _SCROLL_AREA, "set vertical scroll area", (ROW, _SCROLLED_ROWS)),
    (2, _ENTIRE_ON, "entire display on", ()),
    (2, _INVERSE, "set normal or inverse display", ()),
    (1, _MULTIPLEX, "set multiplex ratio", (RATIO,)),
    (1, _IREF, "internal IREF setting", (_CURRENT,)),  # SSD1306B; without effect on older chips
    (2, _DISPLAY_ON, "set display on or off", ()),
    (8, _PAGE_START, "set page start address", ()),
    (1, _COM_DIRECTION, "set COM output scan direction", ()),
    (1, _COM_DIRECTION + 8, "set COM output scan direction", ()),
    (1, _DISPLAY_OFFSET, "set display offset", (ROW,)),
    (1, _CLOCK, "set display clock", (BYTE,)),
    (1, _PRECHARGE, "set pre-charge period", (PHASES,)),
    (1, _COM_PINS, "set COM pins hardware configuration", (_PINS,)),
    (1, _DESELECT_LEVEL, "set VCOMH deselect level", (_LEVEL,)),
    (1, _NOP, "no operation", ()),
)  # fmt: skip


def commands(table: Iterable[tuple[int, int, str, tuple[Argument, ...]]]) -> dict[int, Command]:
    """The commands by their bytes, of rows that say how many bytes make a range, its first byte,
    its name and its arguments."""
    return {
        first + n: Command(first, name, arguments)
        for count, first, name, arguments in table
        for n in range(count)
    }


_COMMANDS = commands(_TABLE)

# For bytes.translate: the n-th table makes a byte of GDDRAM the pixel of its bit n, 0 or 1.
_BITS = tuple(bytes(octet >> bit & 1 for octet in range(0x100)) for bit in range(8))
_INVERSE_BITS = tuple(bytes(1 - pixel for pixel in table) for table in _BITS)
_LIT_ROW = b"\x01" * WIDTH


@dataclass
class _Pointer:
    """A column or page address pointer and the range in which it moves (10.1.4, 10.1.5)."""

    end: int
    limit: int = field(init=False)
    start: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.limit = self.end + 1

    def set_range(self, start: int, end: int) -> None:
        """Both ends are inclusive; the pointer jumps to the first."""
        self.start, self.end, self.at = start, end, start

    def advance(self) -> bool:
        """Move on by one; True when that went from the end of the range back to its start."""
        wrapped = self.at == self.end
        self.at = self.start if wrapped else (self.at + 1) % self.limit
        return wrapped


class SSD1306:
    """One chip with its panel, a common 128x64 module, upright when driven with A1, C8 and DA 12.

    The module feeds its panel from the chip's charge pump, as all that run from 3.3 V do. An MCU
    reset leaves the chip as it is; only `power_cycle` starts afresh.

    `status`: what it says when it is read. Its low half stands in no data sheet; Larry Bank's
    ss_oled goes by it. `commands` counts complete commands, `data_bytes` bytes for the GDDRAM,
    since the power came.
    """

    NAME = "ssd1306"
    IDENTITY = 0x06
    SUPPLY = (
        _CHARGE_PUMP,
        _PUMP_ENABLED,
    )  # the register and its value with which the panel is lit
    COLUMNS = WIDTH  # of the GDDRAM; the panel has those in the middle
    table: ClassVar[dict[int, Command]] = _COMMANDS
    reset_values: ClassVar[dict[int, int]] = _RESET
    actions: ClassVar[dict[int, Callable[[Any], None]]] = {}

    def __init__(self, seed: int = 1306) -> None:
        """`seed` decides the noise that the GDDRAM holds whenever the power comes."""
        self._noise = random.Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose and regain power: reset values in the registers, noise in the GDDRAM (8.5)."""
        self._register = dict.fromkeys((command.first for command in self.table.values()), 0)
        self._register.update(self.reset_values)
        self._gddram = bytearray(self._noise.randbytes(self.COLUMNS * _PAGES))
        self._column = _Pointer(end=self.COLUMNS - 1)
        self._page = _Pointer(end=_PAGES - 1)
        self._paged_column_start = 0
        self._pending = bytearray()
        self._torn = (
            False  # whether the command that waits for arguments is a transfer's that broke
        )
        self._scroll_setup = b""
        self._scroll_area = (0, HEIGHT)
        self.scrolling = False
        self.commands = 0
        self.data_bytes = 0

    @property
    def display_on(self) -> bool:
        """AF was the last of AE and AF: the chip is not asleep."""
        return bool(self._register[_DISPLAY_ON])

    @property
    def status(self) -> int:
        """Bit 6 while the display is off (table 9-2), and what the chip is known by."""
        return (0 if self.display_on else 0x40) | self.IDENTITY

    @property
    def contrast(self) -> int:
        """Contrast step, 0 to 255."""
        return self._register[_CONTRAST]

    @property
    def awaiting(self) -> int:
        """How many argument bytes the chip still waits for; 0 between commands."""
        if not self._pending:
            return 0
        return len(self.table[self._pending[0]].arguments) - len(self._pending) + 1

    def write(self, payload: bytes) -> None:
        """Take the bytes of one I2C write after the slave address (8.1.5.2).

        None at all is a bus scan. A command and its arguments may come in separate writes: the
        chip keeps waiting, and drivers that send every byte in a write of its own rely on it.
        Raises ChipError.
        """
        position = 0
        while position < len(payload):
            control = payload[position]
            end = position + 2 if control & _CONTINUATION else len(payload)
            self._check_control(control, position + 1 < end <= len(payload))
            self._receive(control, payload[position + 1 : end])
            position = end

    def write_cut(self, payload: bytes) -> None:
        """Take a write that broke off: the chip has what came, and knows nothing of the rest.

        A command whose arguments are missing swallows as many of the next bytes, whatever they
        are. Raises ChipError.
        """
        if len(payload) > 1:
            self.write(payload)
        self._torn = bool(self._pending)

    def pixels(self) -> bytes:
        """What a person sees: 64 rows of 128 bytes, 1 is lit, from the top left corner.

        A scroll is not animated: the picture stays as it was when the scroll began.
        """
        register, lit = self.SUPPLY
        if not self.display_on or self._register[register] != lit:
            return bytes(WIDTH * HEIGHT)
        return b"".join(self._row(y) for y in range(HEIGHT))

    def _refuse(self, message: str) -> NoReturn:
        self._pending.clear()
        raise ChipError(message)

    def _check_control(self, control: int, followed: bool) -> None:
        if control & ~(_CONTINUATION | _DATA):
            self._refuse(f"control byte {control:02X}: 00, 40, 80 or C0 is right")
        if not followed:
            self._refuse(f"control byte {control:02X}: a byte must follow it")

    def _receive(self, control: int, octets: bytes) -> None:
        if control & _DATA:
            self._check_access()
            for octet in octets:
                self._store(octet)
        else:
            for octet in octets:
                self._receive_command(octet)

    def _receive_command(self, octet: int) -> None:
        """A command or the next argument of the one that waits for it."""
        self._pending.append(octet)
        command = self.table.get(self._pending[0])
        if self._torn and command:
            if len(self._pending) > len(command.arguments):
                self._torn = False
                self._pending.clear()
            return
        if command is None:
            self._refuse(f"{octet:02X} is no command (table 9-1)")
        given = len(self._pending) - 1
        if given and octet not in command.arguments[given - 1].permitted:
            right = command.arguments[given - 1].right
            self._refuse(f"{self._said()}: argument {given} of {command.name}: right is {right}")
        if given == len(command.arguments):
            self._execute(command)

    def _said(self) -> str:
        return self._pending.hex(" ").upper()

    def _execute(self, command: Command) -> None:
        action = self.actions.get(command.first)
        if action is not None:
            action(self)
        else:
            value = self._pending[-1] if command.arguments else self._pending[0] - command.first
            self._register[command.first] = value
        self.commands += 1
        self._pending.clear()

    # Addressing (10.1.1 to 10.1.5)

    def _require_mode(self, *modes: int) -> None:
        mode = self._register[_ADDRESSING_MODE]
        if mode not in modes:
            right = " or ".join(f"20 {right:02X}" for right in modes)
            self._refuse(f"{self._said()}: not in addressing mode {mode:02X}; right after {right}")

    def _set_paged_column(self) -> None:
        self._require_mode(_PAGED)
        command = self._pending[0]
        if command < _HIGHER_COLUMN:
            start = self._paged_column_start & 0x70 | command
        else:
            start = (command & 0x07) << 4 | self._paged_column_start & 0x0F
        self._paged_column_start = self._column.at = start

    def _set_paged_page(self) -> None:
        self._require_mode(_PAGED)
        self._page.at = self._pending[0] - _PAGE_START

    def _set_range(self, pointer: _Pointer) -> None:
        self._require_mode(_HORIZONTAL, _VERTICAL)
        _, start, end = self._pending
        if start > end:
            self._refuse(f"{self._said()}: the start must not be above the end")
        pointer.set_range(start, end)

    def _set_column_range(self) -> None:
        self._set_range(self._column)

    def _set_page_range(self) -> None:
        self._set_range(self._page)

    def _check_access(self) -> None:
        if self._pending:
            self._refuse(f"data after {self._said()}: right are {self.awaiting} more arguments")
        if self.scrolling:
            self._refuse("data while scrolling: RAM access is prohibited, 2E is right (10.2.4)")

    def _store(self, octet: int) -> None:
        """Write one byte of GDDRAM. The segment re-map acts here: it moves nothing already stored
        (10.1.8).
        """
        segment = self._column.at
        if self._register[_SEGMENT_REMAP]:
            segment = self.COLUMNS - 1 - segment
        self._gddram[self._page.at * self.COLUMNS + segment] = octet
        self._advance()
        self.data_bytes += 1

    def _advance(self) -> None:
        mode = self._register[_ADDRESSING_MODE]
        if mode == _PAGED:
            last = self._column.at == self.COLUMNS - 1
            self._column.at = self._paged_column_start if last else self._column.at + 1
        elif mode == _HORIZONTAL:
            if self._column.advance():
                self._page.advance()
        elif self._page.advance():
            self._column.advance()

    # Scrolling (10.2)

    def _require_rest(self) -> None:
        if self.scrolling:
            self._refuse(f"{self._said()}: not while scrolling; 2E first is right (10.2.4)")

    def _set_scroll(self) -> None:
        self._require_rest()
        _, _, first_page, _, last_page, *_ = self._pending
        if first_page > last_page:
            self._refuse(f"{self._said()}: the start page must not be above the end page")
        self._scroll_setup = bytes(self._pending)

    def _set_scroll_area(self) -> None:
        self._require_rest()
        _, fixed, scrolled = self._pending
        lines = self._register[_MULTIPLEX] + 1
        if fixed + scrolled > lines:
            self._refuse(f"{self._said()}: at most {lines} rows, the multiplex ratio, are right")
        self._scroll_area = (fixed, scrolled)

    def _start_scroll(self) -> None:
        if not self._scroll_setup:
            self._refuse("2F: right only after a scroll setup (26, 27, 29 or 2A)")
        if self._scroll_setup[0] >= _DIAGONAL_SCROLL:
            offset, rows = self._scroll_setup[-1], self._scroll_area[1]
            if max(offset, self._register[_START_LINE]) >= rows:
                self._refuse(f"2F: scroll offset and start line must be below A3's {rows} rows")
        self.scrolling = True

    def _stop_scroll(self) -> None:
        """Nobody knows where a scroll ends, so "the RAM data needs to be rewritten" (table 9-1):
        noise tells on a driver that does not.
        """
        if self.scrolling:
            self._gddram[:] = self._noise.randbytes(WIDTH * _PAGES)
        self.scrolling = False

    # Power and panel

    def _set_charge_pump(self) -> None:
        """The pump has to run up before AF; 8D 14 AF is the prescribed sequence."""
        if self.display_on and self._pending[1] != self._register[_CHARGE_PUMP]:
            self._refuse(f"{self._said()}: right only while the display is off (AE)")
        self._register[_CHARGE_PUMP] = self._pending[1]

    def _set_com_direction(self) -> None:
        self._register[_COM_DIRECTION] = self._pending[0] - _COM_DIRECTION

    def _row(self, y: int) -> bytes:
        """The 128 pixels of row `y`, 0 at the top of the module, which is mounted with COM63 up
        and SEG127 at the left.
        """
        line = self._gddram_line(self._com_at(HEIGHT - 1 - y))
        if line is None:
            return bytes(WIDTH)
        if self._register[_ENTIRE_ON]:
            return _LIT_ROW
        page, bit = divmod(line, 8)
        bits = _INVERSE_BITS if self._register[_INVERSE] else _BITS
        first = page * self.COLUMNS + (self.COLUMNS - WIDTH) // 2
        return bytes(self._gddram[first : first + WIDTH].translate(bits[bit])[::-1])

    def _com_at(self, panel_row: int) -> int:
        """The COM signal that reaches a row of the glass (10.1.18 and table 10-3).

        The pads of the chip's one side lead to the even rows, those of the other to the odd ones,
        so only the alternative configuration, DA 12, puts the lines in order.
        """
        pad = panel_row // 2 + panel_row % 2 * 32
        pins = self._register[_COM_PINS]
        if pins & _LEFT_RIGHT_REMAP:
            pad = (pad + 32) % HEIGHT
        return pad % 32 * 2 + pad // 32 if pins & _ALTERNATIVE_PINS else pad

    def _gddram_line(self, com: int) -> int | None:
        """The GDDRAM line that a COM shows, None for one not driven (tables 10-1 and 10-2)."""
        ratio = self._register[_MULTIPLEX] + 1
        scanned = ratio - 1 - com if self._register[_COM_DIRECTION] else com
        row = (scanned + self._register[_DISPLAY_OFFSET]) % HEIGHT
        return (row + self._register[_START_LINE]) % HEIGHT if row < ratio else None


# Commands that do more than set the register of their name.
SSD1306.actions = {
    _LOWER_COLUMN: SSD1306._set_paged_column,
    _HIGHER_COLUMN: SSD1306._set_paged_column,
    _PAGE_START: SSD1306._set_paged_page,
    _COLUMN_RANGE: SSD1306._set_column_range,
    _PAGE_RANGE: SSD1306._set_page_range,
    _SCROLL: SSD1306._set_scroll,
    _DIAGONAL_SCROLL: SSD1306._set_scroll,
    _SCROLL_AREA: SSD1306._set_scroll_area,
    _SCROLL_START: SSD1306._start_scroll,
    _SCROLL_STOP: SSD1306._stop_scroll,
    _CHARGE_PUMP: SSD1306._set_charge_pump,
    _COM_DIRECTION: SSD1306._set_com_direction,
    _COM_DIRECTION + 8: SSD1306._set_com_direction,
}
