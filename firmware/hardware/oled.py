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
_ABOUT = const(2)  # columns that are sent in vain, so that fewer windows are tried
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
        self._new = memoryview(bytearray(1 + WIDTH * _PAGES))  # as `_shown`: what is drawn
        self._shown = memoryview(bytearray(1 + WIDTH * _PAGES))  # here messages are put together
        self._shown[0] = _DATA
        self._window = bytearray((_COMMANDS, 0x21, 0, 0, 0x22, 0, 0))
        self._contrast = bytearray((_COMMANDS, 0x81, FULL))
        self.frame = FrameBuffer(self._new[1:], WIDTH, HEIGHT, MONO_VLSB)

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
        self._shown[1:] = self._new[1:]

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
            start = 1 + page * WIDTH
            one = self._changed(start, start + _HALF)
            other = self._changed(start + _HALF, start + WIDTH)
            if one:
                _add(left, one[0] - start, one[1] - start, page)
            if other:
                _add(right, other[0] - start, other[1] - start, page)
            if one or other:
                _add(whole, (one or other)[0] - start, (other or one)[1] - start, page)
        return whole, left, right

    def _changed(self, start: int, end: int) -> tuple[int, ...]:
        """The first and the last byte that differ, of these of the buffers; () if none does."""
        new, old = self._new, self._shown
        if new[start:end] == old[start:end]:
            return ()
        while new[start] == old[start]:
            start += 1
        end -= 1
        while new[end] == old[end]:
            end -= 1
        return start, end

    def _place(self, left: int, right: int, top: int, bottom: int) -> None:
        """The window that is written next: column 21h and page address 22h (10.1.4, 10.1.5)."""
        window = self._window
        window[2], window[3], window[5], window[6] = left, right, top, bottom
        self._i2c.writeto(_ADDRESS, window)

    def _send(self, left: int, right: int, top: int, bottom: int) -> None:
        """What the window shows, put together over the last picture: the windows are known."""
        new, message = self._new, self._shown
        size, width = 1, right - left + 1
        for start in range(1 + top * WIDTH + left, 2 + bottom * WIDTH + left, WIDTH):
            message[size : size + width] = new[start : start + width]
            size += width
        self._i2c.writeto(_ADDRESS, message[:size])


def _add(spans: list, first: int, last: int, page: int) -> None:
    """A span more, or another page of the one before, if that is about as wide."""
    if spans:
        left, right, top, bottom = spans[-1]
        if bottom == page - 1 and abs(left - first) + abs(right - last) <= _ABOUT:
            spans[-1] = min(left, first), max(right, last), top, page
            return
    spans.append((first, last, page, page))


def _joined(spans: list) -> tuple[int, list]:
    """What these take as windows, in bytes on the bus, and the windows.

    Of all ways to join neighbours it is the one that takes least: of the first span, of the first
    two and so on the last few are one window, and for those before it the best is known.
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
