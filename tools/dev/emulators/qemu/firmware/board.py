"""The seam to the hardware of an emulated Arm MPS2 with the AN385 image, as QEMU has it.

Installed as firmware/board.py. The first serial port is the cable to the PC, and the prompt. The
second is everything that a board has on its pins:

    to the board     a byte 0 to 63: the buttons that are down now, a bit for each
                     a byte 64: asks for the counts
                     a byte 65 or 66: the panel is on the bus, or off it, also after a reset
                     a byte 67: answers on the cable come no sooner than from a chip, also then
                     a byte 67 + n, up to 127: the n-th write from now on to the flash or to the
                     panel is cut in the middle by a reset
                     a byte 128 + n: says when n * 10 ms have passed; the buttons are let go then
    from the board   size (2 bytes, little-endian), I2C address, bytes: a write to the panel
                     size, 0, _COUNTS: the counts
                     size 0: the time has passed
                     _BOOTED, before all else: what came before a reset may have broken off

The counts: bytes of heap in use and free after a collection; counts of the timer from the last
button that went down, or from the start, to the end of the last write to the panel, those of them
that the writes took, and those that the flash did; since the start turns of the app's loop, the
other counts of flash.c, and the most bytes of the C stack that were in use.

Registers: Arm Cortex-M System Design Kit TRM (DDI 0479), APB timer and APB UART; Armv7-M ARM
(DDI 0403), AIRCR.
"""

import gc
import struct

import psram
from machine import mem32
from micropython import const
from mps2 import flash_counts, keep_pace, read, rest, stack, waiting
from uctypes import bytearray_at

from firmware.hardware import filesystem, kept_ram

KEYS = (0, 1, 2, 3, 4, 5)  # UP DOWN LEFT RIGHT OK BACK: bits

_CABLE = const(0x40004000)
_PINS = const(0x40005000)
_DATA = const(0)  # offsets of a UART's registers
_STATE = const(4)
_CTRL = const(8)
_BAUDDIV = const(16)
_TX_FULL = const(1)
_RX_FULL = const(2)
_BOTH_WAYS = const(3)
_TIMER_VALUE = const(0x40000004)
_TIMER_HZ_BY_1000 = const(25_000)
_LONGEST = const(0x3FFFFFFF)  # where the timer starts (hal.c)
_AIRCR = const(0xE000ED0C)
_SYSRESETREQ = const(0x05FA0004)
_LONG_AGO = const(1 << 29)  # ms
_REMEMBERED = const(2048)  # bytes
_NUMBER = psram.KEPT + _REMEMBERED
_CTRL_C = b"\x03"
_COUNT = const(64)
_PANEL = const(65)
_PACE = const(67)
_PANEL_ADDRESS = const(0x3C)
_OTHER_ADDRESS = const(0x3D)  # nobody has it
_NO_DEVICE = const(19)  # errno ENODEV: nobody acknowledged the address
_COUNTS = "<10I"
_BOOTED = b"\xff\xffBOOT\xff\xff"


def boot() -> None:
    mem32[_PINS + _BAUDDIV] = 16
    mem32[_PINS + _CTRL] = _BOTH_WAYS
    for byte in _BOOTED:
        _send(byte)


def pause_watchdog() -> None:
    """Do nothing: it has no watchdog."""


def mount_scores():
    """Return the file system of the scores. Raises filesystem.NoScores."""
    return filesystem.mount(psram.Flash(*psram.SCORES))


class _Key:
    def __init__(self, board, bit):
        self._board, self._bit = board, bit

    def value(self):
        return 0 if self._board.down & self._bit else 1


class _Bus:
    """I2C, which comes out of the second serial port.

    `ended`: when the last write did; `waited`: for the flash by then; `busy`: counts of the timer
    that writes have taken.
    """

    ended = _LONGEST
    waited = busy = 0

    def writeto(self, address, message):
        there = not mem32[psram.NO_PANEL]
        if address == _OTHER_ADDRESS or (address == _PANEL_ADDRESS and not there):
            raise OSError(_NO_DEVICE)
        begun = mem32[_TIMER_VALUE]
        size = len(message) + 1
        cut = address == _PANEL_ADDRESS and _is_cut()
        if cut:
            message = message[: len(message) // 2]
        _send(size & 255)
        _send(size >> 8)
        _send(address)
        for byte in message:
            _send(byte)
        if cut:
            _restart()
        self.ended = mem32[_TIMER_VALUE]
        self.waited = flash_counts()[3]
        self.busy += (begun - self.ended) & _LONGEST

    def readfrom(self, address, size):
        return b"\x06" * size


def _is_cut():
    left = mem32[psram.CUT]
    if left:
        mem32[psram.CUT] = left - 1
    return left == 1


def _restart():
    mem32[_AIRCR] = _SYSRESETREQ
    while True:
        pass


def _send(byte):
    while mem32[_PINS + _STATE] & _TX_FULL:
        pass
    mem32[_PINS + _DATA] = byte


class Board:
    """The tablet's hardware, as the app sees it."""

    panel = ""

    def __init__(self):
        self.tablet = b"\x02mps2\x01"
        self.down = 0  # buttons, a bit for each
        self.keys = [_Key(self, 1 << bit) for bit in KEYS]
        self.i2c = _Bus()
        self._heard = False  # the host's message is not carried out yet
        self._now = self._rest = 0  # ms, and timer counts beyond them
        self._last = mem32[_TIMER_VALUE]
        self._pressed = _LONGEST  # the timer's value then
        self._turns = 0
        self._waited = 0  # counts of the timer for the flash, until then
        self._due = -1  # when the host is to be told; -1: it has not asked
        self._since, self._minutes = 0, 0  # the clock of the day as it was set

    def ticks_ms(self) -> int:
        """Return the milliseconds of the timer, which counts down and wraps around."""
        value = mem32[_TIMER_VALUE]
        passed = self._last - value
        if passed < 0:
            passed += _LONGEST + 1
        self._last = value
        self._rest += passed
        self._now += self._rest // _TIMER_HZ_BY_1000
        self._rest %= _TIMER_HZ_BY_1000
        return self._now

    def elapsed(self, now: int, since: int) -> int:
        return max(0, min(now - since, _LONG_AGO))

    def on_edge(self, moved) -> None:
        """Do nothing: the host holds a button until it has been seen, without an interrupt."""

    def feed(self) -> None:
        self._turns += 1
        self._heard = bool(mem32[_PINS + _STATE] & _RX_FULL)
        if self._heard:
            self._take(mem32[_PINS + _DATA])
        if 0 <= self._due <= self.ticks_ms():  # drawing may have taken longer
            self._due = -1
            self.down = 0  # the host may be busy, and its press is over
            _send(0)
            _send(0)

    def speed_up(self) -> None:
        """Do nothing: it has one speed."""

    slow_down = speed_up

    def idle(self) -> None:
        if not self._heard:
            rest()

    def _take(self, said):
        if said < _COUNT:
            if said:
                self._pressed = mem32[_TIMER_VALUE]
                self.i2c.busy = 0
                self._waited = flash_counts()[3]
            self.down = said
        elif said == _COUNT:
            self.i2c.writeto(0, self._counts())
        elif said == _PACE:
            mem32[psram.PACED] = 1
        elif said < _PACE:
            mem32[psram.NO_PANEL] = said - _PANEL
        elif said < 128:
            mem32[psram.CUT] = said - _PACE
        else:
            self._due = self._now + (said - 128) * 10

    def _counts(self):
        took = (self._pressed - self.i2c.ended) & _LONGEST
        gc.collect()
        heap = gc.mem_alloc(), gc.mem_free()
        flash = flash_counts()[:3]
        busy = self.i2c.busy, self.i2c.waited - self._waited
        return struct.pack(_COUNTS, *heap, took, *busy, self._turns, *flash, stack())

    def restart(self) -> None:
        _restart()

    def nap(self) -> None:
        """Do nothing: the emulated chip does not sleep."""

    def battery(self):
        return None

    def waiting(self) -> bool:
        return waiting()

    def read(self) -> bytes:
        """Return what has arrived; Ctrl-C stops the app, as on a board with an interrupt."""
        received = read()
        if received.endswith(_CTRL_C):
            raise KeyboardInterrupt
        return received

    def write(self, line: bytes) -> None:
        if mem32[psram.PACED]:
            keep_pace()
        for byte in line:
            while mem32[_CABLE + _STATE] & _TX_FULL:
                pass
            mem32[_CABLE + _DATA] = byte

    def save_state(self, state: bytes) -> None:
        kept_ram.save_state(bytearray_at(psram.KEPT, _REMEMBERED), state)

    def load_state(self) -> bytes:
        return kept_ram.load_state(bytearray_at(psram.KEPT, _REMEMBERED))

    def last_number(self) -> int:
        """Return the session number that was kept last; 0 if there is none."""
        number = int.from_bytes(bytearray_at(_NUMBER, 4), "little")
        return number if number < _LONG_AGO else 0

    def keep_number(self, number: int) -> None:
        bytearray_at(_NUMBER, 4)[:] = number.to_bytes(4, "little")

    def minutes(self) -> int:
        """Return minutes since 2000-01-01 00:00 UTC; 0 if the clock has not been set."""
        return self._minutes and self._minutes + (self.ticks_ms() - self._since) // 60_000

    def set_minutes(self, minutes: int) -> None:
        self._since, self._minutes = self.ticks_ms(), minutes
