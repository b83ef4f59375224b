"""SSD1306 driver over framebuf: sends only what changed, from buffers made once.

Sections are those of the Solomon Systech SSD1306 data sheet, revision 1.1. The panel keeps its
registers and its RAM over a reset of the microcontroller, so `start` sets every one of them.
"""

from framebuf import MONO_VLSB, FrameBuffer
from micropython import const

WIDTH = 128
HEIGHT = 64
_PAGES = const(8)
_HALF = const(64)
_ADDRESS = const(0x3C)

_COMMANDS = const(0x00)  # control byte: commands follow (8.1.5.2)
_DATA = const(0x40)  # control byte: GDDRAM bytes follow
_WINDOW_COST = const(10)  # bytes on the bus for one more window
_NO_COST = const(65535)  # more than any

_START = bytes((
    _COMMANDS,
    0xE3, 0xE3,  # NOP, for a command whose arguments went missing in a transfer that broke off
    0xAE,  # display off while the registers change
    0x2E,  # stop scrolling: RAM must not be written while it runs (10.2.1)
    0xD5, 0x80,  # oscillator frequency and divide ratio, the reset values
    0xA8, HEIGHT - 1,  # multiplex ratio
    0xD3, 0x00,  # display offset
    0x40,  # start line 0
    0x8D, 0x14,  # charge pump on: the panel has no other supply
    0x20, 0x00,  # horizontal addressing
    0xA1,  # segment 0 is column 127 ...
    0xC8,  # ... and COM63 is scanned first: upright with the connector on top
    0xDA, 0x12,  # alternative COM pins, as a 128x64 panel is wired
    0xD9, 0xF1,  # pre-charge for the charge pump
    0xDB, 0x30,  # V_COMH deselect level
    0xA4,  # show the RAM ...
    0xA6,  # ... not inverted
))  # fmt: skip


_ON = bytes((_COMMANDS, 0xAF))
_OFF = bytes((_COMMANDS, 0xAE))  # the RAM keeps its picture (10.1.12)
FULL = 255  # contrast


def touch(i2c) -> None:
    """Raises OSError if no panel answers."""
    i2c.writeto(_ADDRESS, _START[:2])


class SSD1306:
    """The panel. Draw on `frame`, then `show`."""

    def __init__(self, i2c):
        self._i2c = i2c
        self._buffer = bytearray(WIDTH * _PAGES)
        self._shown = bytearray(1 + WIDTH * _PAGES)  # what is sent is put together here as well
        self._shown[0] = _DATA
        self._window = bytearray((_COMMANDS, 0x21, 0, 0, 0x22, 0, 0))
        self._contrast = bytearray((_COMMANDS, 0x81, FULL))
        self.frame = FrameBuffer(self._buffer, WIDTH, HEIGHT, MONO_VLSB)

    def start(self) -> None:
        """Sets up the panel, clears its RAM and switches it on. Raises OSError if it is absent."""
        self._i2c.writeto(_ADDRESS, _START)
        for index in range(1, len(self._shown)):
            self._shown[index] = 0
        self._place(0, WIDTH - 1, 0, _PAGES - 1)
        self._i2c.writeto(_ADDRESS, self._shown)
        self._i2c.writeto(_ADDRESS, self._contrast)
        self._i2c.writeto(_ADDRESS, _ON)

    def contrast(self, value: int, started: bool) -> None:
        """0 (dim) to 255, now and after each `start`. Raises OSError.

        One that is not started is sent nothing: it may still wait for the end of a command.
        """
        self._contrast[2] = value
        if started:
            self._i2c.writeto(_ADDRESS, self._contrast)

    def power(self, on: bool) -> None:
        """The picture goes off and comes back as it was. Raises OSError."""
        self._i2c.writeto(_ADDRESS, _ON if on else _OFF)

    def show(self) -> None:
        """Sends what differs from the last `show`.

        Raises OSError if the panel does not answer; then it must be started anew.
        """
        for left, right, top, bottom in self._windows():
            self._place(left, right, top, bottom)
            self._send(left, right, top, bottom)
        self._shown[1:] = self._buffer

    def _windows(self) -> list:
        """Rectangles that hold all changes, at the least cost: left, right, top, bottom of each.

        Screens have their parts side by side: windows of the two halves can be the cheaper ones.
        """
        whole, left, right = self._spans()
        cost, windows = _joined(whole)
        if left and right:
            left_cost, left_windows = _joined(left)
            right_cost, right_windows = _joined(right)
            if left_cost + right_cost < cost:
                return left_windows + right_windows
        return windows

    def _spans(self) -> tuple[list, list, list]:
        """Of each page what differs in it, in its left half and in its right half."""
        whole: list = []
        left: list = []
        right: list = []
        for page in range(_PAGES):
            differs = self._differs(page * WIDTH)
            if differs:
                start, end = _start(differs), _end(differs)
                whole.append((start, end, page, page))
                if start < _HALF:
                    last = end if end < _HALF else _end(differs[:_HALF])
                    left.append((start, last, page, page))
                if end >= _HALF:
                    first = start if start >= _HALF else _HALF + _start(differs[_HALF:])
                    right.append((first, end, page, page))
        return whole, left, right

    def _differs(self, start: int) -> bytes:
        """A byte for each column of the page that begins at `start`, 0 where it is as shown.

        As one large number the page is compared at once, and not by a loop over its columns.
        """
        new = memoryview(self._buffer)[start : start + WIDTH]
        old = memoryview(self._shown)[1 + start : 1 + start + WIDTH]
        if new == old:
            return b""
        change = int.from_bytes(new, "little") ^ int.from_bytes(old, "little")
        return change.to_bytes(WIDTH, "little")

    def _place(self, left: int, right: int, top: int, bottom: int) -> None:
        """The window that is written next: column 21h and page address 22h (10.1.4, 10.1.5)."""
        window = self._window
        window[2], window[3], window[5], window[6] = left, right, top, bottom
        self._i2c.writeto(_ADDRESS, window)

    def _send(self, left: int, right: int, top: int, bottom: int) -> None:
        """What the window shows, put together over the last picture: the windows are known."""
        message, size = memoryview(self._shown), 1
        width = right - left + 1
        for page in range(top, bottom + 1):
            start = page * WIDTH + left
            message[size : size + width] = memoryview(self._buffer)[start : start + width]
            size += width
        self._i2c.writeto(_ADDRESS, message[:size])


def _start(differs: bytes) -> int:
    """The first column that differs."""
    return len(differs) - len(differs.lstrip(b"\0"))


def _end(differs: bytes) -> int:
    """The last one."""
    return len(differs.rstrip(b"\0")) - 1


def _joined(spans: list) -> tuple[int, list]:
    """What these take as windows, in bytes on the bus, and the windows.

    Of all ways to join neighbours it is the one that takes least: for the first span, for the
    first two and so on the best is one window for the last few, and the best for those before.
    """
    costs, windows = [0], [[]]  # type: tuple[list[int], list]  # of the first none, one, two ...
    for end in range(1, len(spans) + 1):
        left, right, _, bottom = spans[end - 1]
        least = _NO_COST
        for start in range(end - 1, -1, -1):
            first, last, top, _ = spans[start]
            left = first if first < left else left  # min() takes five times as long
            right = last if last > right else right
            cost = costs[start] + _WINDOW_COST + (right - left + 1) * (bottom - top + 1)
            if cost < least:
                least, before, best = cost, start, (left, right, top, bottom)
        costs.append(least)
        windows.append(windows[before] + [best])
    return costs[-1], windows[-1]
