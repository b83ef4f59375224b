"""The one seam to the hardware: pins, I2C, clock, serial port and flash of an ESP32 DevKitC.

Nothing else imports `machine`. Pins: neither strapping pins (0, 2, 5, 12, 15) nor the inputs
without pull-up (34-39).
"""

import select
import sys
from binascii import crc32
from time import sleep_us, ticks_diff, ticks_ms  # type: ignore[attr-defined]  # MicroPython's

from esp32 import NVS, Partition
from machine import ADC, I2C, RTC, WDT, Pin, freq, idle, lightsleep, reset, unique_id
from micropython import const

from firmware import clock, loading

_SDA = const(21)
_SCL = const(22)
KEYS = (32, 33, 25, 26, 27, 14)  # UP DOWN LEFT RIGHT OK BACK, to ground when pressed
_I2C_HZ = const(400_000)
_I2C_TIMEOUT_US = const(200_000)  # a full picture takes 23.5 ms, at 100 kHz 94 ms
_CPU_HZ = const(80_000_000)
_WATCHDOG = const(16_000)  # ms without a turn of the loop, after which the chip is reset
_DAY = const(86_400_000)  # ms
_MOMENT = const(60_000)  # ms by which a reading may be later than the one that is called now
_LONG_AGO = const(1 << 29)  # ms, six days
_NAP = const(40)  # ms: no press is shorter than this and the time awake
_AWAKE = const(2000)  # us between two naps: longer than a byte on the serial port takes
BATTERY = None  # pin of an ADC at half the battery's voltage; None: the board has none
_EMPTY = const(3300)  # mV of a lithium cell, which then holds its voltage no longer
_FULL = const(4150)
SCORES = "scores"  # label of the partition that holds the score store
_CHUNK = const(64)  # bytes taken from the serial port at a time
_NAMESPACE = "scorepad"  # in the chip's NVS
_NUMBER = "session"  # the entry there
_ABSURD = const(1 << 30)  # no tablet comes to so many sessions; an entry of NVS is 32 bits, signed


def boot() -> None:
    """What comes before anything else: CPU clock, and an I2C bus that a reset left hanging."""
    freq(_CPU_HZ)
    recover_bus()


def recover_bus() -> None:
    """Nine clock pulses free a panel that still holds SDA down, then STOP (UM10204, 3.1.16)."""
    scl = Pin(_SCL, Pin.OPEN_DRAIN, value=1)
    sda = Pin(_SDA, Pin.OPEN_DRAIN, value=1)
    for level in (0, 1) * 9:
        scl.value(level)
        sleep_us(5)
    sda.value(0)
    sleep_us(5)
    sda.value(1)


def unwatch() -> None:
    """Gives whoever works at the prompt a day: a watchdog cannot be stopped, only be set anew."""
    WDT(timeout=_DAY)


def mount_scores():  # a mounted VfsLfs2
    """The file system of the score partition. Raises scores.NoScores."""
    found = Partition.find(Partition.TYPE_DATA, label=SCORES)
    scores = __import__("firmware.scores").scores
    loading.let_go("firmware.scores")
    return scores.mount(found[0] if found else None)


class _Edge:
    """The falling edge of one pin."""

    def __init__(self, button: int, close):
        self._button, self._close = button, close

    def seen(self, _pin) -> None:
        """The pin's interrupt."""
        self._close(self._button, ticks_ms())


class Board:
    """The tablet's hardware, as the app sees it."""

    def __init__(self) -> None:
        self.keys = [Pin(number, Pin.IN, Pin.PULL_UP) for number in KEYS]
        self.i2c = I2C(0, scl=Pin(_SCL), sda=Pin(_SDA), freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self.tablet = unique_id()
        self.ticks_ms = ticks_ms
        self.idle = idle
        self.restart = reset
        self.feed = WDT(timeout=_WATCHDOG).feed  # the loop does, and nothing else
        received = select.poll()
        received.register(sys.stdin, select.POLLIN)
        # MicroPython's ipoll takes no heap, as poll does for its list, at each turn of the loop
        self._received = getattr(received, "ipoll", received.poll)
        self._byte = bytearray(1)
        self._nvs: NVS | None = None

    def elapsed(self, now: int, since: int) -> int:
        """Milliseconds from one reading of the clock to another, at most _LONG_AGO.

        Readings go round after twelve days: what seems to be to come was long ago.
        """
        passed = ticks_diff(now, since)
        if passed >= 0:
            return passed
        return 0 if passed > -_MOMENT else _LONG_AGO

    def on_press(self, close) -> None:
        """`close` is called with the button and the time when a contact closes."""
        for button, pin in enumerate(self.keys):
            pin.irq(_Edge(button, close).seen, Pin.IRQ_FALLING)

    def nap(self) -> None:
        """Sleeps lightly for a moment; the serial port and the buttons are looked at in between.

        The ESP32 can wake by several pins only when all of them are low or any is high, and the
        buttons are low when pressed: so it looks by itself.
        """
        lightsleep(_NAP)
        sleep_us(_AWAKE)

    def battery(self) -> int | None:
        """Charge in percent by the voltage, roughly; None if the board cannot measure it."""
        if BATTERY is None:
            return None
        millivolts = ADC(Pin(BATTERY)).read_uv() // 500
        return max(0, min(100, (millivolts - _EMPTY) * 100 // (_FULL - _EMPTY)))

    def waiting(self) -> bool:
        """Whether something has come in on the serial port."""
        for _ in self._received(0):
            return True
        return False

    def read(self) -> bytes:
        """What has come in on the serial port, up to _CHUNK bytes; never waits."""
        received = b""
        while len(received) < _CHUNK and self.waiting():
            if not sys.stdin.buffer.readinto(self._byte):  # type: ignore[union-attr]
                break
            received += self._byte
        return received

    def write(self, line: bytes) -> None:
        """Sends a line to the PC."""
        sys.stdout.buffer.write(line)

    def remember(self, state: bytes) -> None:
        """Keeps up to 2 KB over a reset, not over a power cut; at no cost to the flash."""
        RTC().memory(crc32(state).to_bytes(4, "little") + state)

    def remembered(self) -> bytes:
        """What was kept, once: a state that hangs the tablet must not come back for ever."""
        kept = bytes(RTC().memory())
        RTC().memory(b"")
        whole = crc32(kept[4:]).to_bytes(4, "little") == kept[:4]
        return kept[4:] if whole else b""

    def last_number(self) -> int:
        """The session number that was kept last; less than 1 if there is none."""
        try:
            number = self._kept().get_i32(_NUMBER)
        except OSError:
            return 0
        return number if number < _ABSURD else 0

    def keep_number(self, number: int) -> None:
        """Keeps a session number, if it can, in NVS: a partition of its own, written in one step.

        Where it cannot, games are started all the same: the score store counts as well.
        """
        try:
            self._kept().set_i32(_NUMBER, number)
            self._kept().commit()
        except OSError:
            pass

    def _kept(self):  # an NVS
        """One handle for good: MicroPython has no way to give it back."""
        if not self._nvs:
            self._nvs = NVS(_NAMESPACE)
        return self._nvs

    def minutes(self) -> int:
        """Minutes since 2000-01-01 00:00 UTC; 0 if the clock has not been set."""
        return clock.to_minutes(RTC().datetime())

    def set_minutes(self, minutes: int) -> None:
        """Sets the clock to minutes since 2000-01-01 00:00 UTC."""
        RTC().datetime(clock.to_datetime(minutes))
