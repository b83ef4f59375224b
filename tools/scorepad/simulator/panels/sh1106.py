"""Model of the SH1106 display controller: 132 columns of RAM, page by page, behind 128 of a panel.

Its data sheet (Sino Wealth) was not at hand, so none of its sections is named. Read were drivers:
Adafruit's `displayio_sh1106`, u8g2 (whose sequence for Winstar's module, csrc/
u8x8_d_ssd1306_128x64_noname.c, has the values after reset and the offset of two columns), Larry
Bank's ss_oled (what it answers), and `yet-another-gauge/sh1106`, whose README has much of the
sheet's text: that the panel must be off while the converter is switched, and that the page stays
while the column goes on. From memory: that the re-map of segments acts when a byte is written.
"""

from typing import ClassVar

from scorepad.simulator.panels import commands
from scorepad.simulator.panels.commands import BYTE, RATIO, ROW, Argument, Command
from scorepad.simulator.panels.ssd1306 import SSD1306

_PUMP_VOLTAGE = 0x30
_CONVERTER = 0xAD
_CONVERTER_ON = 0x8B

_SWITCH = Argument((0x8A, _CONVERTER_ON), "8A or 8B")
_PINS = Argument((0x02, 0x12), "02 or 12")

_TABLE = (
    (16, commands.LOWER_COLUMN, "set lower column address", ()),
    (16, commands.HIGHER_COLUMN, "set higher column address", ()),
    # There is none, but Adafruit's driver sends it, and it works.
    (1, commands.ADDRESSING_MODE, "no command", ()),
    (4, _PUMP_VOLTAGE, "set pump voltage value", ()),
    (64, commands.START_LINE, "set display start line", ()),
    (1, commands.CONTRAST, "set contrast control", (BYTE,)),
    (2, commands.SEGMENT_REMAP, "set segment re-map", ()),
    (2, commands.ENTIRE_ON, "set entire display off or on", ()),
    (2, commands.INVERSE, "set normal or reverse display", ()),
    (1, commands.MULTIPLEX, "set multiplex ratio", (RATIO,)),
    (1, _CONVERTER, "set DC-DC off or on", (_SWITCH,)),
    (2, commands.DISPLAY_ON, "display off or on", ()),
    (8, commands.PAGE_START, "set page address", ()),
    (1, commands.COM_DIRECTION, "set common output scan direction", ()),
    (1, commands.COM_DIRECTION + 8, "set common output scan direction", ()),
    (1, commands.DISPLAY_OFFSET, "set display offset", (ROW,)),
    (1, commands.CLOCK, "set display clock", (BYTE,)),
    (1, commands.PRECHARGE, "set discharge and pre-charge period", (BYTE,)),
    (1, commands.COM_PINS, "set common pads hardware configuration", (_PINS,)),
    (1, commands.DESELECT_LEVEL, "set VCOM deselect level", (BYTE,)),
    (1, commands.NOP, "no operation", ()),
)


class SH1106(SSD1306):
    """One chip on a common 1.3-inch module of 128x64, fed by the chip's converter."""

    NAME = "sh1106"
    IDENTITY = 0x08
    SUPPLY = (_CONVERTER, _CONVERTER_ON)
    COLUMNS = 132
    table: ClassVar[dict[int, Command]] = commands.by_byte(_TABLE)
    reset_values: ClassVar[dict[int, int]] = {
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

    def _set_converter(self) -> None:
        if self.display_on and self._pending[1] != self._register[_CONVERTER]:
            self._refuse(f"{self._said()}: right only while the display is off (AE)")
        self._register[_CONVERTER] = self._pending[1]

    def _store(self, octet: int) -> None:
        if self._column.at >= self.COLUMNS:
            self._refuse(f"data at column {self._column.at}: 0 to {self.COLUMNS - 1} are right")
        super()._store(octet)

    def _advance(self) -> None:
        """Page addressing alone: the column goes on, the page stays."""
        self._column.at += 1


_DIRECTIONS = (commands.COM_DIRECTION, commands.COM_DIRECTION + 8)
SH1106.actions = {
    **{first: SSD1306.actions[first] for first in _DIRECTIONS},
    commands.LOWER_COLUMN: SH1106._set_column,
    commands.HIGHER_COLUMN: SH1106._set_column,
    commands.PAGE_START: SH1106._set_page,
    _CONVERTER: SH1106._set_converter,
}
