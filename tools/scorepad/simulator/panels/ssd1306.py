"""Model of the SSD1306 display controller: I2C bytes go in, what a person sees comes out.

Written from the data sheet (Solomon Systech, SSD1306 rev 1.1). Section and table numbers below
are of that document. The model is strict: where the chip would do something undefined, it raises
`ChipError`, so that a driver's slip fails a test instead of showing as snow on somebody's panel.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from scorepad.simulator.panels import commands, glass
from scorepad.simulator.panels.commands import ChipError, Command
from scorepad.simulator.panels.glass import HEIGHT, WIDTH

_CONTINUATION = 0x80  # Co: one byte follows, then another control byte (8.1.5.2)
_DATA = 0x40  # D/C#: the bytes that follow are for the GDDRAM, not commands
_READ = _CONTINUATION | _DATA  # as the last byte: what is read next is of the RAM


@dataclass
class _Pointer:
    """A column or page address pointer and the range in which it moves (10.1.4, 10.1.5)."""

    end: int
    limit: int = field(init=False)
    start: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.limit = self.end + 1

    def advance(self) -> bool:
        """Move on by one; True when that went from the end of the range back to its start."""
        wrapped = self.at == self.end
        self.at = self.start if wrapped else (self.at + 1) % self.limit
        return wrapped


class SSD1306:
    """A chip and its panel, a common 128x64 module, upright when driven with A1, C8 and DA 12.

    The module feeds its panel from the chip's charge pump, as all that run from 3.3 V do. An MCU
    reset leaves the chip as it is; only `power_cycle` starts afresh.

    `status`: what it says when it is read. Its lower bits are "reserved" (table 9-2); Larry Bank's
    ss_oled goes by them. `data_bytes` counts bytes for the GDDRAM since the power came.
    """

    NAME = "ssd1306"
    IDENTITY = 0x06
    # The register and its value with which the panel is lit.
    SUPPLY = (commands.CHARGE_PUMP, commands.PUMP_ENABLED)
    COLUMNS = WIDTH  # of the GDDRAM; the panel has those in the middle
    GIVES_BACK = False  # whether its RAM can be read over I2C
    table: ClassVar[dict[int, Command]] = commands.SSD1306
    reset_values: ClassVar[dict[int, int]] = commands.RESET
    actions: ClassVar[dict[int, Callable[[Any], None]]] = {}

    def __init__(self, seed: int = 1306) -> None:
        """`seed` decides the noise that the GDDRAM holds whenever the power comes."""
        self._noise = random.Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose and regain power: reset values in the registers, noise in the GDDRAM (8.5)."""
        self._register = dict.fromkeys((command.first for command in self.table.values()), 0)
        self._register.update(self.reset_values)
        self._gddram = bytearray(self._noise.randbytes(self.COLUMNS * commands.PAGES))
        self._column = _Pointer(end=self.COLUMNS - 1)
        self._page = _Pointer(end=commands.PAGES - 1)
        self._paged_column_start = 0
        self._pending = bytearray()
        self._of_ram = False  # whether the last write was for the GDDRAM
        self._torn = False  # whether the command that waits is of a transfer that broke off
        self._scroll_setup = b""
        self._scroll_area = (0, HEIGHT)
        self.scrolling = False
        self.data_bytes = 0

    @property
    def display_on(self) -> bool:
        """AF was the last of AE and AF: the chip is not asleep."""
        return bool(self._register[commands.DISPLAY_ON])

    @property
    def status(self) -> int:
        """Bit 6 while the display is off (table 9-2), and what the chip is known by."""
        return (0 if self.display_on else 0x40) | self.IDENTITY

    @property
    def answer(self) -> int:
        """The status, and over 255 of a chip that can give back its RAM."""
        return self.GIVES_BACK << 8 | self.status

    @property
    def contrast(self) -> int:
        return self._register[commands.CONTRAST]

    @property
    def awaiting(self) -> int:
        """Return how many argument bytes the chip still waits for; 0 between commands."""
        if not self._pending:
            return 0
        return len(self.table[self._pending[0]].arguments) - len(self._pending) + 1

    def write(self, payload: bytes) -> None:
        """Take the bytes of one I2C write after the slave address (8.1.5.2).

        None at all is a bus scan. A command and its arguments may come in separate writes: the
        chip keeps waiting, and drivers that send every byte in a write of its own rely on it.
        Raise ChipError.
        """
        position = 0
        while position < len(payload):
            control = payload[position]
            end = position + 2 if control & _CONTINUATION else len(payload)
            self._check_control(control, position + 1 < end <= len(payload))
            self._of_ram = bool(control & _DATA)
            self._receive(control, payload[position + 1 : end])
            position = end

    def read(self, size: int) -> bytes:
        """Return the bytes of one I2C read: of the RAM behind a dummy, or the status.

        Drivers that tell the chips apart go by that (FlashFloppy's `oled_probe_model`, GP2040-CE's
        `isSH1106`). The data sheet says of I2C only how to write.
        """
        if not (self.GIVES_BACK and self._of_ram):
            return bytes([self.status]) * size
        read = bytearray(1)
        while len(read) < size:
            read.append(self._gddram[self._place()])
            self._advance()
        return bytes(read)

    def write_cut(self, payload: bytes) -> None:
        """Take a write that broke off: the chip has what came, and knows nothing of the rest.

        A command whose arguments are missing swallows as many of the next bytes, whatever they
        are. Raise ChipError.
        """
        if len(payload) > 1:
            self.write(payload)
        self._torn = bool(self._pending)

    def pixels(self) -> bytes:
        """Return the visible picture: 64 rows of 128 bytes, 1 is lit, from the top left corner.

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
        if not followed and control != _READ:
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
        """Take a command, or the next argument of the pending command."""
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
            self._refuse(f"{self._hex()}: argument {given} of {command.name}: right is {right}")
        if given == len(command.arguments):
            self._execute(command)

    def _hex(self) -> str:
        return self._pending.hex(" ").upper()

    def _execute(self, command: Command) -> None:
        action = self.actions.get(command.first)
        if action is not None:
            action(self)
        else:
            value = self._pending[-1] if command.arguments else self._pending[0] - command.first
            self._register[command.first] = value
        self._pending.clear()

    # Addressing (10.1.1 to 10.1.5)

    def _require_mode(self, *modes: int) -> None:
        mode = self._register[commands.ADDRESSING_MODE]
        if mode not in modes:
            right = " or ".join(f"20 {right:02X}" for right in modes)
            self._refuse(f"{self._hex()}: not in addressing mode {mode:02X}; right after {right}")

    def _set_paged_column(self) -> None:
        self._require_mode(commands.PAGED)
        command = self._pending[0]
        if command < commands.HIGHER_COLUMN:
            start = self._paged_column_start & 0x70 | command
        else:
            start = (command & 0x07) << 4 | self._paged_column_start & 0x0F
        self._paged_column_start = self._column.at = start

    def _set_paged_page(self) -> None:
        self._require_mode(commands.PAGED)
        self._page.at = self._pending[0] - commands.PAGE_START

    def _set_range(self, pointer: _Pointer) -> None:
        self._require_mode(commands.HORIZONTAL, commands.VERTICAL)
        _, start, end = self._pending
        if start > end:
            self._refuse(f"{self._hex()}: the start must not be above the end")
        pointer.start, pointer.end, pointer.at = start, end, start

    def _check_access(self) -> None:
        if self._pending:
            self._refuse(f"data after {self._hex()}: right are {self.awaiting} more arguments")
        if self.scrolling:
            self._refuse("data while scrolling: RAM access is prohibited, 2E is right (10.2.4)")

    def _place(self) -> int:
        segment = self._column.at
        if self._register[commands.SEGMENT_REMAP]:
            segment = self.COLUMNS - 1 - segment
        return self._page.at * self.COLUMNS + segment

    def _store(self, octet: int) -> None:
        """Write one byte of GDDRAM. The segment re-map acts here: it moves nothing already stored
        (10.1.8).
        """
        self._gddram[self._place()] = octet
        self._advance()
        self.data_bytes += 1

    def _advance(self) -> None:
        mode = self._register[commands.ADDRESSING_MODE]
        if mode == commands.PAGED:
            last = self._column.at in (self._column.end, self.COLUMNS - 1)  # the range's, 10.1.3
            self._column.at = self._paged_column_start if last else self._column.at + 1
        elif mode == commands.HORIZONTAL:
            if self._column.advance():
                self._page.advance()
        elif self._page.advance():
            self._column.advance()

    # Scrolling (10.2)

    def _require_rest(self) -> None:
        if self.scrolling:
            self._refuse(f"{self._hex()}: not while scrolling; 2E first is right (10.2.4)")

    def _set_scroll(self) -> None:
        self._require_rest()
        _, _, first_page, _, last_page, *_ = self._pending
        if first_page > last_page:
            self._refuse(f"{self._hex()}: the start page must not be above the end page")
        self._scroll_setup = bytes(self._pending)

    def _set_scroll_area(self) -> None:
        self._require_rest()
        _, fixed, scrolled = self._pending
        lines = self._register[commands.MULTIPLEX] + 1
        if fixed + scrolled > lines:
            self._refuse(f"{self._hex()}: at most {lines} rows, the multiplex ratio, are right")
        self._scroll_area = (fixed, scrolled)

    def _start_scroll(self) -> None:
        if not self._scroll_setup:
            self._refuse("2F: right only after a scroll setup (26, 27, 29 or 2A)")
        if self._scroll_setup[0] >= commands.DIAGONAL_SCROLL:
            offset, rows = self._scroll_setup[-1], self._scroll_area[1]
            if max(offset, self._register[commands.START_LINE]) >= rows:
                self._refuse(f"2F: scroll offset and start line must be below A3's {rows} rows")
        self.scrolling = True

    def _stop_scroll(self) -> None:
        """Fill the memory with noise: "the RAM data needs to be rewritten" (table 9-1).

        No one knows where a scroll ends, and noise shows a driver that does not rewrite it.
        """
        if self.scrolling:
            self._gddram[:] = self._noise.randbytes(WIDTH * commands.PAGES)
        self.scrolling = False

    # Power and panel

    def _set_supply(self) -> None:
        """Set what feeds the panel, before AF; 8D 14 AF is the SSD1306's sequence."""
        register, _ = self.SUPPLY
        if self.display_on and self._pending[1] != self._register[register]:
            self._refuse(f"{self._hex()}: right only while the display is off (AE)")
        self._register[register] = self._pending[1]

    def _set_com_direction(self) -> None:
        self._register[commands.COM_DIRECTION] = self._pending[0] - commands.COM_DIRECTION

    def _row(self, y: int) -> bytes:
        register = self._register
        line = glass.ram_line(
            glass.com_at(y, register[commands.COM_PINS]),
            register[commands.MULTIPLEX] + 1,
            register[commands.COM_DIRECTION],
            register[commands.DISPLAY_OFFSET],
            register[commands.START_LINE],
        )
        if line is None:
            return bytes(WIDTH)
        if register[commands.ENTIRE_ON]:
            return glass.LIT_ROW
        page, bit = divmod(line, 8)
        first = page * self.COLUMNS + (self.COLUMNS - WIDTH) // 2
        octets = bytes(self._gddram[first : first + WIDTH])
        return glass.row(octets, bit, register[commands.INVERSE])


# Commands that do more than set the register of their name.
SSD1306.actions = {
    commands.LOWER_COLUMN: SSD1306._set_paged_column,
    commands.HIGHER_COLUMN: SSD1306._set_paged_column,
    commands.PAGE_START: SSD1306._set_paged_page,
    commands.COLUMN_RANGE: lambda chip: chip._set_range(chip._column),
    commands.PAGE_RANGE: lambda chip: chip._set_range(chip._page),
    commands.SCROLL: SSD1306._set_scroll,
    commands.DIAGONAL_SCROLL: SSD1306._set_scroll,
    commands.SCROLL_AREA: SSD1306._set_scroll_area,
    commands.SCROLL_START: SSD1306._start_scroll,
    commands.SCROLL_STOP: SSD1306._stop_scroll,
    commands.CHARGE_PUMP: SSD1306._set_supply,
    commands.COM_DIRECTION: SSD1306._set_com_direction,
    commands.COM_DIRECTION + 8: SSD1306._set_com_direction,
}
