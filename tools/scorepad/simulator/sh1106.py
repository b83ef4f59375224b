"""Model of the SH1106 display controller: 132 columns of RAM, page by page, behind 128 of a panel.

Its commands are those of the Sino Wealth SH1106 data sheet as drivers in use send them (Adafruit's
and u8g2's); the sheet itself was not at hand, so none of its sections is named. From memory of it,
and confirmed by nobody: that the converter may be switched only while the display is off, and that
the re-map of segments acts when a byte is written.
"""

from typing import ClassVar

from scorepad.simulator.ssd1306 import (
    BYTE,
    RATIO,
    ROW,
    SSD1306,
    Argument,
    Command,
    commands,
)

_HIGHER_COLUMN = 0x10
_PUMP_VOLTAGE = 0x30
_CONTRAST = 0x81
_MULTIPLEX = 0xA8
_CONVERTER = 0xAD
_PAGE = 0xB0
_CLOCK = 0xD5
_PRECHARGE = 0xD9
_PINS = 0xDA
_DESELECT_LEVEL = 0xDB
_CONVERTER_ON = 0x8B

_TABLE = (
    (16, 0x00, "set lower column address", ()),
    (16, _HIGHER_COLUMN, "set higher column address", ()),
    (1, 0x20, "no command", ()),  # there is none, but Adafruit's driver sends it, and it works
    (4, _PUMP_VOLTAGE, "set pump voltage value", ()),
    (64, 0x40, "set display start line", ()),
    (1, _CONTRAST, "set contrast control", (BYTE,)),
    (2, 0xA0, "set segment re-map", ()),
    (2, 0xA4, "set entire display off or on", ()),
    (2, 0xA6, "set normal or reverse display", ()),
    (1, _MULTIPLEX, "set multiplex ratio", (RATIO,)),
    (1, _CONVERTER, "set DC-DC off or on", (Argument((0x8A, _CONVERTER_ON), "8A or 8B"),)),
    (2, 0xAE, "display off or on", ()),
    (8, _PAGE, "set page address", ()),
    (1, 0xC0, "set common output scan direction", ()),
    (1, 0xC8, "set common output scan direction", ()),
    (1, 0xD3, "set display offset", (ROW,)),
    (1, _CLOCK, "set display clock", (BYTE,)),
    (1, _PRECHARGE, "set discharge and pre-charge period", (BYTE,)),
    (1, _PINS, "set common pads hardware configuration", (Argument((0x02, 0x12), "02 or 12"),)),
    (1, _DESELECT_LEVEL, "set VCOM deselect level", (BYTE,)),
    (1, 0xE3, "no operation", ()),
)


class SH1106(SSD1306):
    """One chip on a common 1.3-inch module of 128x64, fed by the chip's converter."""

    NAME = "sh1106"
    IDENTITY = 0x08
    SUPPLY = (_CONVERTER, _CONVERTER_ON)
    COLUMNS = 132
    table: ClassVar[dict[int, Command]] = commands(_TABLE)
    reset_values: ClassVar[dict[int, int]] = {
        _PUMP_VOLTAGE: 2,
        _CONTRAST: 0x80,
        _MULTIPLEX: 63,
        _CONVERTER: _CONVERTER_ON,
        _CLOCK: 0x50,
        _PRECHARGE: 0x22,
        _PINS: 0x12,
        _DESELECT_LEVEL: 0x35,
    }

    def _set_column(self) -> None:
        command, at = self._pending[0], self._column.at
        digit = command & 0x0F
        self._column.at = at & 0xF0 | digit if command < _HIGHER_COLUMN else digit << 4 | at & 0x0F

    def _set_page(self) -> None:
        self._page.at = self._pending[0] - _PAGE

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


SH1106.actions = {
    **{first: SSD1306.actions[first] for first in (0xC0, 0xC8)},
    0x00: SH1106._set_column,
    _HIGHER_COLUMN: SH1106._set_column,
    _PAGE: SH1106._set_page,
    _CONVERTER: SH1106._set_converter,
}
