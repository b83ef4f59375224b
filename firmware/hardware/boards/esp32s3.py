"""An ESP32-S3-DevKitC-1 as firmware/board.py; the cable goes to its port marked UART.

Its other port is the chip's own USB: while a PC is there the chip does not sleep. Pins: eight
in a row on the header; neither strapping pins (0, 3, 45, 46), nor USB (19, 20), nor those of the
flash and of a PSRAM of any width (26 to 37), nor the serial port's (43, 44), the lamp's (38 or 48)
or JTAG's (39 to 42). ESP32-S3 Series Datasheet, sections on pins and strapping pins.
"""

import machine

from firmware.hardware import espressif, own_usb

KEYS = (4, 5, 6, 7, 15, 16)  # UP DOWN LEFT RIGHT OK BACK
SDA = 17
SCL = 18
RESET: int | None = None  # RES of a panel with seven pins
PANEL = ""  # found by what it answers, but for an "ssd1309"
BATTERY: int | None = None  # 8 on a board with two equal resistors from the cell to ground
FASTEST = 240_000_000  # Hz

pause_watchdog = espressif.pause_watchdog
mount_scores = espressif.mount_scores


def boot() -> None:
    """Prepare the chip before anything else is loaded."""
    espressif.boot(SDA, SCL, FASTEST, RESET)


class Board(own_usb.OwnUSB):
    """The tablet's hardware, as the app sees it."""

    # Who has the port: USB_DWC in MicroPython's image (DSTS), USB_SERIAL_JTAG in ours (FRAM_NUM).
    FRAMES = 0x60080808 if hasattr(machine, "USBDevice") else 0x60038024

    def __init__(self) -> None:
        super().__init__(KEYS, SDA, SCL, BATTERY, FASTEST)
