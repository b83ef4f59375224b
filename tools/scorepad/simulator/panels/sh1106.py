"""Model of the SH1106 display controller: 132 columns of RAM, page by page, behind 128 of a panel.

Numbers of commands are those of its data sheet (Sino Wealth, SH1106 V2.3), which has no sections.
That modules show the columns 2 to 129 is from drivers: u8g2, and Adafruit's `displayio_sh1106`.
That the re-map of segments acts when a byte is written is as with the SSD1306; the sheet does not
say when.
"""

from typing import ClassVar

from scorepad.simulator.panels import commands
from scorepad.simulator.panels.commands import BYTE, PHASES, ROW, Argument, Command
from scorepad.simulator.panels.glass import WIDTH
from scorepad.simulator.panels.ssd1306 import SSD1306

_PUMP_VOLTAGE = 0x30
_CONVERTER = 0xAD
_CONVERTER_ON = 0x8B
_MODIFY = 0xE0
_MODIFY_END = 0xEE

_SWITCH = Argument((0x8A, _CONVERTER_ON), "8A or 8B")
_PINS = Argument((0x02, 0x12), "02 or 12")

# The sheet's commands 1 to 21. Bits that it calls "don't care" must be 0, as in commands.py.
_TABLE = (
    (16, commands.LOWER_COLUMN, "set lower column address", ()),
    (16, commands.HIGHER_COLUMN, "set higher column address", ()),
    # Not the sheet's; but Adafruit's drivers send the first two, FlashFloppy the others, and it
    # works. What follows it takes for a command: 02 or 14 for a column, 7F for a start line.
    (1, commands.ADDRESSING_MODE, "no command", ()),
    (1, commands.COLUMN_RANGE, "no command", ()),
    (1, commands.SCROLL_STOP, "no command", ()),
    (1, commands.CHARGE_PUMP, "no command", ()),
    (4, _PUMP_VOLTAGE, "set pump voltage value", ()),
    (64, commands.START_LINE, "set display start line", ()),
    (1, commands.CONTRAST, "set contrast control", (BYTE,)),
    (2, commands.SEGMENT_REMAP, "set segment re-map", ()),
    (2, commands.ENTIRE_ON, "set entire display off or on", ()),
    (2, commands.INVERSE, "set normal or reverse display", ()),
    (1, commands.MULTIPLEX, "set multiplex ratio", (ROW,)),
    (1, _CONVERTER, "set DC-DC off or on", (_SWITCH,)),
    (2, commands.DISPLAY_ON, "display off or on", ()),
    (8, commands.PAGE_START, "set page address", ()),
    (1, commands.COM_DIRECTION, "set common output scan direction", ()),
    (1, commands.COM_DIRECTION + 8, "set common output scan direction", ()),
    (1, commands.DISPLAY_OFFSET, "set display offset", (ROW,)),
    (1, commands.CLOCK, "set display clock", (BYTE,)),
    (1, commands.PRECHARGE, "set discharge and pre-charge period", (PHASES,)),
    (1, commands.COM_PINS, "set common pads hardware configuration", (_PINS,)),
    (1, commands.DESELECT_LEVEL, "set VCOM deselect level", (BYTE,)),
    (1, _MODIFY, "read-modify-write", ()),
    (1, _MODIFY_END, "end", ()),
    (1, commands.NOP, "no operation", ()),
)


class SH1106(SSD1306):
    """The chip of a common 1.3-inch module of 128x64, fed by the chip's converter."""

    NAME = "sh1106"
    IDENTITY = 0x08  # command 23 has bits 0 to 2 as 0; bit 3 is what ss_oled finds
    SUPPLY = (_CONVERTER, _CONVERTER_ON)
    COLUMNS = 132
    GIVES_BACK = True  # "the chip will output data ... according to the D/C bit" of the last write
    table: ClassVar[dict[int, Command]] = commands.by_byte(_TABLE)
    reset_values: ClassVar[dict[int, int]] = {  # POR in the table of commands
        _PUMP_VOLTAGE: 2,
        commands.CONTRAST: 0x80,
        commands.MULTIPLEX: 63,
        _CONVERTER: _CONVERTER_ON,
        commands.CLOCK: 0x50,
        commands.PRECHARGE: 0x22,
        commands.COM_PINS: 0x12,
        commands.DESELECT_LEVEL: 0x35,
    }

    def _set_column(self) -> None:
        command, at = self._pending[0], self._column.at
        low, digit = command < commands.HIGHER_COLUMN, command & 0x0F
        self._column.at = at & 0xF0 | digit if low else digit << 4 | at & 0x0F

    def _set_page(self) -> None:
        self._page.at = self._pending[0] - commands.PAGE_START

    def power_cycle(self) -> None:
        super().power_cycle()
        self._modified: int | None = None  # the column where a read-modify-write began

    def _begin_modify(self) -> None:
        self._modified = self._column.at

    def _end_modify(self) -> None:
        """Set the column back to that of the beginning (commands 19 and 20)."""
        if self._modified is None:
            self._refuse("EE: right only after E0")
        self._column.at, self._modified = self._modified, None

    def _store(self, octet: int) -> None:
        if self._column.at >= self.COLUMNS:
            self._refuse(f"data at column {self._column.at}: 0 to {self.COLUMNS - 1} are right")
        super()._store(octet)

    def _advance(self) -> None:
        """Advance the column; the page stays (commands 1, 2 and 12)."""
        self._column.at += 1


class CH1116(SH1106):
    """A chip on a later 1.3-inch module: an SH1106 with as many columns as the panel.

    No data sheet was at hand. That it knows page addressing only is from olikraus/u8g2 (2030).
    Programs that drive it disagree on the first column: 0 or 2. This is one that has it at 0, and
    loses what is written beside the panel.
    """

    NAME = "ch1116"
    COLUMNS = WIDTH

    def _store(self, octet: int) -> None:
        if self._column.at < self.COLUMNS:
            super()._store(octet)


_DIRECTIONS = (commands.COM_DIRECTION, commands.COM_DIRECTION + 8)
SH1106.actions = {
    **{first: SSD1306.actions[first] for first in _DIRECTIONS},
    commands.LOWER_COLUMN: SH1106._set_column,
    commands.HIGHER_COLUMN: SH1106._set_column,
    commands.PAGE_START: SH1106._set_page,
    _CONVERTER: SSD1306._set_supply,  # command 10: the panel must be off
    _MODIFY: SH1106._begin_modify,
    _MODIFY_END: SH1106._end_modify,
}
