"""The peripherals of every board: six buttons, a panel on I2C, a clock, a serial port.

A board file (board.py, boards/) adds its pins; what a family of chips does its own way stands in
espressif.py or in the board file.
"""

import select
import sys
from time import (  # type: ignore[attr-defined]  # MicroPython's
    sleep_ms,
    sleep_us,
    ticks_diff,
    ticks_ms,
)

from machine import I2C, RTC, Pin, lightsleep, reset, unique_id
from micropython import const

from firmware import loading

_I2C_HZ = const(400_000)
_RESET = const(1)  # ms; 3 us are enough
_I2C_TIMEOUT_US = const(200_000)  # a page of the picture takes 3 ms, at 100 kHz 12 ms
_ID = const(6)  # bytes of a tablet's id: the MAC address of an ESP32
_MOMENT = const(60_000)  # ms by which a reading may be later than the one that is called now
_LONG_AGO = const(1 << 29)  # ms, six days
_TURN = const(5)  # ms between two looks at the buttons, whose edges are noted meanwhile
NAP = const(40)  # ms: no press is shorter than this and the time awake
_AWAKE = const(2000)  # us between two naps: longer than a byte on the serial port takes
_EMPTY = const(3300)  # mV of a lithium cell, which then holds its voltage no longer
_FULL = const(4150)
_LOW = const(15)  # percent, below which somebody should charge it ...
_ENOUGH = const(18)  # ... until it has so many: the ADC wavers by one or two
_CHUNK = const(256)  # bytes taken from the serial port at a time: an ESP32 keeps 260


def recover_bus(sda_pin: int, scl_pin: int, reset_pin: int | None = None) -> None:
    """Free a panel that holds SDA down by nine clock pulses, then STOP (UM10204, 3.1.16).

    Before that a panel whose RES is wired is reset, as its data sheet wants after power-on (8.9).
    """
    if reset_pin is not None:
        Pin(reset_pin, Pin.OUT, value=0)
        sleep_ms(_RESET)
        Pin(reset_pin, Pin.OUT, value=1)
    scl = Pin(scl_pin, Pin.OPEN_DRAIN, value=1)
    sda = Pin(sda_pin, Pin.OPEN_DRAIN, value=1)
    for level in (0, 1) * 9:
        scl.value(level)
        sleep_us(5)
    sda.value(0)
    sleep_us(5)
    sda.value(1)


def _calendar():  # a module
    """Return the module for dates; it is unloaded with the caller's reference."""
    return loading.load_temporarily("clock")


class _Edge:
    """The edges of one pin."""

    def __init__(self, button: int, moved):
        self._button, self._moved = button, moved

    def note_edge(self, pin) -> None:
        """Note an edge, in the pin's interrupt."""
        self._moved(self._button, not pin.value(), ticks_ms())


class Hardware:
    """A board without its watchdog and what it keeps: that is its family's.

    `keys`: pins of UP DOWN LEFT RIGHT OK BACK, to ground when pressed; `battery`: pin of an ADC at
    a part of the battery's voltage; None: the board has none.
    """

    def __init__(self, keys: tuple[int, ...], sda: int, scl: int, battery: int | None):
        self.panel = ""  # its name, once one has answered
        self.keys = [Pin(number, Pin.IN, Pin.PULL_UP) for number in keys]
        self.i2c = I2C(0, scl=Pin(scl), sda=Pin(sda), freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self.tablet = unique_id()[-_ID:]
        self.ticks_ms = ticks_ms
        self.restart = reset
        self.battery_pin = battery
        self.low = False  # whether the battery should be charged, as last measured
        received = select.poll()
        received.register(sys.stdin, select.POLLIN)
        # MicroPython's ipoll takes no heap, as poll does for its list, at each turn of the loop
        self._received = getattr(received, "ipoll", received.poll)
        self._byte = bytearray(1)
        self._buffer = bytearray(_CHUNK)

    def elapsed(self, now: int, since: int) -> int:
        """Return milliseconds from one reading of the clock to another, at most _LONG_AGO.

        Readings go round after twelve days: what seems to be to come was long ago.
        """
        passed = ticks_diff(now, since)
        if passed >= 0:
            return passed
        return 0 if passed > -_MOMENT else _LONG_AGO

    def on_edge(self, moved) -> None:
        """Call `moved` when a contact opens or closes: button, True if it is closed, time."""
        for button, pin in enumerate(self.keys):
            pin.irq(_Edge(button, moved).note_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)

    def speed_up(self) -> None:
        """Run the CPU at full speed, for work that a user waits for; if the chip can."""

    def slow_down(self) -> None:
        """Run the CPU only as fast as checking the buttons requires."""

    def idle(self) -> None:
        """Rest a moment, the screen being on: `machine.idle` of an ESP32 would not."""
        sleep_ms(_TURN)

    def nap(self) -> None:
        """Sleep lightly for a moment, checking the serial port and the buttons in between.

        An ESP32 can wake by several pins only when all of them are low or any is high, and the
        buttons are low when pressed: so the tablet looks by itself.
        """
        lightsleep(NAP)
        sleep_us(_AWAKE)

    def battery(self) -> int | None:
        """Return the charge in percent, roughly, by the voltage; None if it cannot be measured."""
        if self.battery_pin is None:
            return None
        millivolts = self.millivolts(Pin(self.battery_pin))
        percent = max(0, min(100, (millivolts - _EMPTY) * 100 // (_FULL - _EMPTY)))
        self.low = percent < (_ENOUGH if self.low else _LOW)
        return percent

    def millivolts(self, pin: Pin) -> int:
        """Return the battery's voltage, from its part at this pin."""
        raise NotImplementedError

    def waiting(self) -> bool:
        """Return True if a byte has arrived on the serial port."""
        for _ in self._received(0):
            return True
        return False

    def read(self) -> bytes:
        """Return what has arrived on the serial port, up to _CHUNK bytes, without waiting."""
        size = 0
        while size < _CHUNK and self.waiting():
            if not sys.stdin.buffer.readinto(self._byte):  # type: ignore[union-attr]
                break
            self._buffer[size] = self._byte[0]
            size += 1
        return bytes(self._buffer[:size])

    def write(self, line: bytes) -> None:
        """Send a line to the PC."""
        sys.stdout.buffer.write(line)

    def minutes(self) -> int:
        """Return minutes since 2000-01-01 00:00 UTC; 0 if the clock has not been set."""
        return _calendar().to_minutes(RTC().datetime())

    def set_minutes(self, minutes: int) -> None:
        """Set the clock to minutes since 2000-01-01 00:00 UTC."""
        RTC().datetime(_calendar().to_datetime(minutes))
