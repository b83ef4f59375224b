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
        whole = _merged(self._spans(0, WIDTH))
        halves = _merged(self._spans(0, _HALF) + self._spans(_HALF, WIDTH))
        return halves if _cost(halves) < _cost(whole) else whole

    def _spans(self, left: int, right: int) -> list[list[int]]:
        """For each page what differs in these columns, `right` not included."""
        spans = []
        for page in range(_PAGES):
            span = self._changed(page * WIDTH, left, right)
            if span:
                spans.append([span[0], span[1], page, page])
        return spans

    def _changed(self, start: int, left: int, right: int) -> tuple[int, int] | None:
        """First and last column that differ in the page whose bytes begin at `start`."""
        new = memoryview(self._buffer)[start : start + WIDTH]
        old = memoryview(self._shown)[1 + start : 1 + start + WIDTH]
        if new[left:right] == old[left:right]:
            return None
        right -= 1
        while new[left] == old[left]:
            left += 1
        while new[right] == old[right]:
            right -= 1
        return left, right

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


def _merged(windows: list[list[int]]) -> list[list[int]]:
    """The windows, those joined that are cheaper together or too many."""
    while _merge_cheapest(windows):
        pass
    return windows


def _cost(windows: list[list[int]]) -> int:
    """Bytes on the bus."""
    return sum(_WINDOW_COST + _area(window) for window in windows)


def _area(window: list[int]) -> int:
    return (window[1] - window[0] + 1) * (window[3] - window[2] + 1)


def _union(a: list[int], b: list[int]) -> list[int]:
    return [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])]


def _merge_cheapest(windows: list[list[int]]) -> bool:
    """Joins the two neighbours that cost least to join, if that saves bytes or must be."""
    best, at = 0, -1
    for index in range(len(windows) - 1):
        a, b = windows[index], windows[index + 1]
        extra = _area(_union(a, b)) - _area(a) - _area(b)
        if at < 0 or extra < best:
            best, at = extra, index
    if at < 0 or (best > _WINDOW_COST and len(windows) <= _MAX_WINDOWS):
        return False
    windows[at] = _union(windows[at], windows.pop(at + 1))
    return True
