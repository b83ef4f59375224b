"""A Raspberry Pi Pico or Pico 2, with or without W, as firmware/board.py; the cable: to its USB.

Pins: eight in a row on the header, from pin 6 on, with ground between them; the first two are a
pair of I2C0. Pico Datasheet, pinout.

In Scorepad's image (images/pico/) the scores have a part of the flash for themselves.
MicroPython's own image gives all flash behind itself to one littlefs, which it mounts before
anything of ours runs; what it cannot mount it formats (`_boot.py` of the rp2 port). There they
are files in a folder: a power cut costs them no more, but the firmware shares the file system.

With our image a reset brings screen and time back: its heap ends before the RAM does, and no start
clears what is behind it. MicroPython's image has all RAM for its heap, and a reset forgets them.
"""

import struct
import sys
from time import sleep_ms  # type: ignore[attr-defined]  # MicroPython's

from machine import ADC, RTC, WDT, Pin, Timer
from micropython import const

from firmware import loading
from firmware.hardware import filesystem, kept_ram, peripherals, rp2_flash

KEYS = (6, 7, 8, 9, 10, 11)  # UP DOWN LEFT RIGHT OK BACK
SDA = 4
SCL = 5
RESET: int | None = None  # RES of a panel with seven pins
PANEL = ""  # found by what it answers, but for an "ssd1309"
BATTERY: int | None = None  # 29, a third of VSYS, on a board that runs from a cell at VSYS

_WATCHDOG = const(8_000)  # ms; the chip counts to 8388
_FEEDING = const(2_000)  # ms
_TIME = "<H5B"  # year, month, day, weekday, hour, minute; _SIZE bytes
_SIZE = const(7)
_VBUS = const(24)  # high while USB gives power; a W has its radio there, a clone perhaps nothing
_NAPS_WELL = (1, 29)  # MicroPython: before, a watchdog in a nap hangs the chip (434b9daf33)
# Beside the scores: damage to one folder spares the other.
_NUMBER = rp2_flash.HOME + "/number"

_at_the_prompt = Timer(-1)  # one of the firmware's, not of the chip's


def boot() -> None:
    """Prepare the chip before anything else is loaded.

    The clock stays as it is: light sleep sets it back, and the speed of I2C follows it.
    """
    pause_watchdog()
    peripherals.recover_bus(SDA, SCL, RESET)


def pause_watchdog() -> None:
    """Let a timer feed the watchdog until the app does: it cannot stop, nor wait for long."""
    _at_the_prompt.init(period=_FEEDING, callback=lambda _timer: WDT(timeout=_WATCHDOG).feed())


def mount_scores():  # a mounted VfsLfs2, or a Folder
    """Return the file system of the scores' part, or a folder. Raise OSError."""
    if rp2_flash.shared():
        return loading.load_temporarily("hardware.shared_filesystem").mount(rp2_flash.scores())
    return filesystem.mount(rp2_flash.scores())


def _at_usb() -> int:
    """Return 1 while USB gives power, and wherever nothing says that it does not.

    On a Pico 10 kOhm to ground win over the pull-up. The first Pico 2 (stepping A2) may keep on
    saying 1 when the cable is pulled: 8.2 kOhm would be needed (RP2350 Datasheet, erratum E9).
    """
    return Pin(_VBUS, Pin.IN, Pin.PULL_UP).value()


def _kept_ram():  # a bytearray, or None
    """Return the RAM behind the heap, if the image has any."""
    try:
        place = __import__("scorepad_ram").RAM
    except ImportError:
        return None
    return __import__("uctypes").bytearray_at(*place)


class Board(peripherals.Hardware):
    """The tablet's hardware, as the app sees it."""

    def __init__(self) -> None:
        super().__init__(KEYS, SDA, SCL, BATTERY)
        self._ram = _kept_ram()
        self.feed = WDT(timeout=_WATCHDOG).feed  # the loop does, and nothing else
        _at_the_prompt.deinit()

    def nap(self) -> None:
        """Sleep like Hardware.nap, but not lightly at a USB port, whose clock would stop."""
        if _at_usb() or sys.implementation.version < _NAPS_WELL:
            sleep_ms(peripherals.NAP)
        else:
            super().nap()

    def battery(self) -> int | None:
        """Return the battery's charge; None at a USB port: VSYS then has the port's voltage."""
        if not _at_usb():
            return super().battery()
        self.low = False
        return None

    def millivolts(self, pin: Pin) -> int:
        """Measure like Hardware.millivolts: a third of the voltage, against 3.3 V."""
        return ADC(pin).read_u16() * 9900 // 65535

    def save_state(self, state: bytes) -> None:
        """Keep a state and the time over a reset, not over a power cut, if there is RAM for it."""
        if self._ram:
            kept_ram.save_state(self._ram, struct.pack(_TIME, *RTC().datetime()[:6]) + state)

    def load_state(self) -> bytes:
        """Return the saved state, once; none on MicroPython's own image.

        If the reset has set the clock back, the clock continues from the last key: nothing better
        is known.
        """
        kept = kept_ram.load_state(self._ram) if self._ram else b""
        if len(kept) >= _SIZE and not self.minutes():
            time = struct.unpack(_TIME, kept[:_SIZE])
            if time[0] < 2100:  # firmware of before kept no time, but text
                RTC().datetime(time + (0, 0))
        return kept[_SIZE:]

    def last_number(self) -> int:
        """Return the session number that was kept last; less than 1 if there is none."""
        try:
            with open(_NUMBER) as file:
                return int(file.read())
        except (OSError, ValueError):
            return 0

    def keep_number(self, number: int) -> None:
        """Keep a session number, if it can; littlefs writes a file as small as this in one step.

        Where it cannot, games are started all the same: the score store counts as well.
        """
        try:
            with open(_NUMBER, "w") as file:
                file.write(str(number))
        except OSError:
            pass
