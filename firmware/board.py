"""The one seam to the hardware, here an ESP32-DevKitC; boards/ has the same for other boards.

Pins: neither strapping pins (0, 2, 5, 12, 15), nor those of the flash (6 to 11) and of a module's
PSRAM (16, 17), nor the serial port's (1, 3), nor the inputs without pull-up (34 to 39).
ESP32 Series Datasheet, sections on pins and strapping pins.
"""

from firmware.hardware import espressif

KEYS = (32, 33, 25, 26, 27, 14)  # UP DOWN LEFT RIGHT OK BACK, side by side on the header
SDA = 21
SCL = 22
RESET: int | None = None  # RES of a panel with seven pins
PANEL = ""  # found by what it answers, but for an "ssd1309"
BATTERY: int | None = None  # 35 on a board with two equal resistors from the cell to ground
# The PLL has 320 MHz at rest; for 240 it would be stopped, and started at 480, at each change
# (ESP-IDF, esp32/rtc_clk.c).
FASTEST = 160_000_000  # Hz

pause_watchdog = espressif.pause_watchdog
mount_scores = espressif.mount_scores


def boot() -> None:
    """Prepare the chip before anything else is loaded."""
    espressif.boot(SDA, SCL, FASTEST, RESET)


class Board(espressif.Espressif):
    """The tablet's hardware, as the app sees it."""

    def __init__(self) -> None:
        super().__init__(KEYS, SDA, SCL, BATTERY, FASTEST)
