"""An ESP32-C3-DevKitM-1 as firmware/board.py.

Pins: without the strapping pins (2, 8, 9), USB (18, 19), the serial port's (20, 21) and those of
the flash (11 to 17) the chip has exactly eight, and all of them are on the header: none is left
for an ADC, so the battery is not measured. ESP32-C3 Series Datasheet, sections on pins and
strapping pins.
"""

from firmware.hardware import espressif, own_usb

KEYS = (0, 1, 10, 3, 4, 5)  # UP DOWN LEFT RIGHT OK BACK
SDA = 6
SCL = 7
RESET: int | None = None  # RES of a panel with seven pins
PANEL = ""  # found by what it answers, but for an "ssd1309"
BATTERY: int | None = None
FASTEST = 160_000_000  # Hz

pause_watchdog = espressif.pause_watchdog
mount_scores = espressif.mount_scores


def boot() -> None:
    """Prepare the chip before anything else is loaded."""
    espressif.boot(SDA, SCL, FASTEST, RESET)


class Board(own_usb.OwnUSB):
    """The tablet's hardware, as the app sees it."""

    FRAMES = 0x60043024  # USB_SERIAL_JTAG_FRAM_NUM

    def __init__(self) -> None:
        super().__init__(KEYS, SDA, SCL, BATTERY, FASTEST)
