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
_MAX_WINDOWS = const(4)  # a window costs two transactions
_WINDOW_COST = const(10)  # bytes on the bus for one more window

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

    def _windows(self) -> list[list[int]]:
        """Rectangles [first column, last column, first page, last page] that hold all changes.

        Screens have their parts side by side: windows of the two halves can be the cheaper ones.
        """
        whole: list[list[int]] = []
        left: list[list[int]] = []
        right: list[list[int]] = []
        for page in range(_PAGES):
            differs = self._differs(page * WIDTH)
            if differs:
                _span(whole, differs, 0, page)
                _span(left, differs[:_HALF], 0, page)
                _span(right, differs[_HALF:], _HALF, page)
        if not left or not right:
            return _merged(whole)
        whole, halves = _merged(whole), _merged(left + right)
        return halves if _cost(halves) < _cost(whole) else whole

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


def _span(windows: list[list[int]], differs: bytes, left: int, page: int) -> None:
    """A window from the first to the last column that differs, if one does."""
    end = len(differs.rstrip(b"\0"))
    if end:
        start = len(differs) - len(differs.lstrip(b"\0"))
        windows.append([left + start, left + end - 1, page, page])


def _merged(windows: list[list[int]]) -> list[list[int]]:
    """The windows; neighbours are joined that are cheaper together, or while there are too many.

    Those that cost least to join come first.
    """
    extra = [_extra(windows, index) for index in range(len(windows) - 1)]
    while extra:
        least = min(extra)
        if least > _WINDOW_COST and len(windows) <= _MAX_WINDOWS:
            break
        at = extra.index(least)
        windows[at] = _union(windows[at], windows.pop(at + 1))
        extra.pop(at)
        for beside in range(max(at - 1, 0), min(at + 1, len(extra))):
            extra[beside] = _extra(windows, beside)
    return windows


def _extra(windows: list[list[int]], index: int) -> int:
    """Bytes that do not differ, but are sent when a window is joined with the next one."""
    one, other = windows[index], windows[index + 1]
    return _area(_union(one, other)) - _area(one) - _area(other)


def _union(one: list[int], other: list[int]) -> list[int]:
    return [
        min(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        max(one[3], other[3]),
    ]


def _area(window: list[int]) -> int:
    return (window[1] - window[0] + 1) * (window[3] - window[2] + 1)


def _cost(windows: list[list[int]]) -> int:
    """Bytes on the bus."""
    return sum(_WINDOW_COST + _area(window) for window in windows)
