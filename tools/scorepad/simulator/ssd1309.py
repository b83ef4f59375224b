"""Model of the SSD1309 display controller: an SSD1306 with a command lock and no charge pump.

The panel's voltage comes from the module. Commands and values are those that the Solomon Systech
SSD1309 data sheet has in its command table, as drivers in use (u8g2, luma.oled) send them; the
sheet itself was not at hand, so none of its sections is named. That it refuses 8D is ours: there
is no such command, and a driver that sends it was written for another chip.
"""

from typing import ClassVar

from scorepad.simulator.ssd1306 import SSD1306, Argument, Command

_CHARGE_PUMP = 0x8D
_IREF = 0xAD
_CLOCK = 0xD5
_DESELECT_LEVEL = 0xDB
_LOCK = 0xFD
_OPEN = 0x12
_LOCKED = 0x16

_LEVEL = Argument((0x00, 0x34, 0x3C), "00, 34 or 3C")
_KEY = Argument((_OPEN, _LOCKED), "12 or 16")


class SSD1309(SSD1306):
    """One chip on a common 128x64 module, whose converter is always on."""

    NAME = "ssd1309"
    SUPPLY = (_LOCK, _OPEN)
    table: ClassVar[dict[int, Command]] = {
        first: command
        for first, command in SSD1306.table.items()
        if first not in (_CHARGE_PUMP, _IREF)
    } | {
        _DESELECT_LEVEL: Command(_DESELECT_LEVEL, "set VCOMH deselect level", (_LEVEL,)),
        _LOCK: Command(_LOCK, "set command lock", (_KEY,)),
    }
    reset_values: ClassVar[dict[int, int]] = {
        **{first: value for first, value in SSD1306.reset_values.items() if first != _CHARGE_PUMP},
        _CLOCK: 0x70,
        _DESELECT_LEVEL: 0x34,
        _LOCK: _OPEN,
    }

    def _execute(self, command: Command) -> None:
        """While it is locked it takes no command but the one that opens it."""
        if self._register[_LOCK] == _LOCKED and command.first != _LOCK:
            self._refuse(f"{self._said()}: the chip is locked; FD 12 first is right")
        super()._execute(command)
