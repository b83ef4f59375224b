"""Model of the SSD1309 display controller: an SSD1306 with a command lock and no charge pump.

The module makes the panel's voltage. Of the data sheet (Solomon Systech, SSD1309 rev 1.1) only the
contents and the list of changes could be read here. What is different from the SSD1306 is as in
the sheet of its forerunner (SPD0301 rev 0.10; sections are of that one), but for the clock's value
after reset, which is in that list. How many bytes a scroll has is the SSD1306's.

Most drivers (u8g2, luma.oled, that of the shop DIYables) send it what an SSD1306 is sent: the
charge pump's 8D, which it does not have, and the levels 20 and 40, which are not among its own.
They are said to work, so the model takes these, without effect.
"""

from typing import ClassVar

from scorepad.simulator.panels import commands
from scorepad.simulator.panels.commands import BYTE, Argument, Command
from scorepad.simulator.panels.ssd1306 import SSD1306

_LOCK = 0xFD
_OPEN = 0x12
_LOCKED = 0x16
_GPIO = 0xDC

_LEVEL = Argument((0x00, 0x20, 0x34, 0x3C, 0x40), "00, 34 or 3C, also 20 or 40")
_KEY = Argument((_OPEN, _LOCKED), "12 or 16")
_PIN = Argument(range(4), "00 to 03")


class SSD1309(SSD1306):
    """The chip of a common 128x64 module whose converter is always on."""

    NAME = "ssd1309"
    SUPPLY = (_LOCK, _OPEN)
    table: ClassVar[dict[int, Command]] = {
        first: command for first, command in SSD1306.table.items() if first != commands.IREF
    } | {
        commands.CHARGE_PUMP: Command(commands.CHARGE_PUMP, "no command", (BYTE,)),
        commands.DESELECT_LEVEL: Command(
            commands.DESELECT_LEVEL, "set VCOMH deselect level", (_LEVEL,)
        ),
        _GPIO: Command(_GPIO, "set GPIO", (_PIN,)),
        _LOCK: Command(_LOCK, "set command lock", (_KEY,)),
    }
    reset_values: ClassVar[dict[int, int]] = {
        **SSD1306.reset_values,
        commands.CLOCK: 0x70,
        commands.DESELECT_LEVEL: 0x34,
        _GPIO: 0x02,
        _LOCK: _OPEN,
    }

    def _execute(self, command: Command) -> None:
        if command.first != _LOCK:
            self._require_open(self._hex())
        super()._execute(command)

    def _check_access(self) -> None:
        super()._check_access()
        self._require_open("data")

    def _require_open(self, what: str) -> None:
        """Refuse all but the command that opens it while it is locked (9.1.22)."""
        if self._register[_LOCK] == _LOCKED:
            self._refuse(f"{what}: the chip is locked; FD 12 first is right")


SSD1309.actions = {
    first: action for first, action in SSD1306.actions.items() if first != commands.CHARGE_PUMP
}
