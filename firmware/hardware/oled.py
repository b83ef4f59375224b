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
_LEFT = const(0)  # of the changes
_RIGHT = const(1)
_BOTH = const(2)
_ADDRESS = const(0x3C)

_DATA = const(0x40)  # control byte: GDDRAM bytes follow; 00: commands (8.1.5.2)
_WINDOW_COST = const(10)  # bytes on the bus for one more window
_SAME = const(255)  # first column that differs in a page in which none does
_NO_COST = const(65535)  # more than any

_ON = b"\x00\xaf"
_OFF = b"\x00\xae"  # the RAM keeps its picture (10.1.12)
FULL = 255  # contrast


class SSD1306:
    """The panel. Draw on `frame`, then `show`. Other panels are derived from it (panels.py)."""

    START = (
        b"\x00\xe3\xe3"  # NOP, for a command whose arguments went missing as a transfer broke off
        b"\xae"  # display off while the registers change
        b"\x2e"  # stop scrolling: RAM must not be written while it runs (10.2.1)
        b"\xd5\x80"  # oscillator frequency and divide ratio, the reset values
        b"\xa8\x3f"  # multiplex ratio: 64 lines
        b"\xd3\x00"  # display offset
        b"\x40"  # start line 0
        b"\x8d\x14"  # charge pump on: the panel has no other supply
        b"\x20\x00"  # horizontal addressing
        b"\xa1"  # segment 0 is column 127 ...
        b"\xc8"  # ... and COM63 is scanned first: upright with the connector on top
        b"\xda\x12"  # alternative COM pins, as a 128x64 panel is wired
        b"\xd9\xf1"  # pre-charge for the charge pump
        b"\xdb\x30"  # V_COMH deselect level
        b"\xa4"  # show the RAM ...
        b"\xa6"  # ... not inverted
    )  # commands, after the control byte 00

    def __init__(self, i2c):
        self._i2c = i2c
        self.address = _ADDRESS  # on the bus
        self._new = memoryview(bytearray(1 + WIDTH * _PAGES))  # as `_shown`: what is drawn
        self._shown = memoryview(bytearray(1 + WIDTH * _PAGES))  # here messages are put together
        self._shown[0] = _DATA
        self._window = bytearray(b"\x00\x21\x00\x00\x22\x00\x00")
        self._contrast = bytearray(b"\x00\x81\xff")
        self._new_halves, self._old_halves = [], []  # made once: to compare takes no heap then
        for start in range(1, WIDTH * _PAGES, _HALF):
            self._new_halves.append(self._new[start : start + _HALF])
            self._old_halves.append(self._shown[start : start + _HALF])
        # What differs in the left half, in the right one and in both: of each page the first
        # column, then of each the last.
        self._spans = bytearray(2 * _PAGES), bytearray(2 * _PAGES), bytearray(2 * _PAGES)
        # Its windows: for each page at which one begins, the page after its end.
        self._ends = bytearray(_PAGES), bytearray(_PAGES), bytearray(_PAGES)
        self._costs = [0] * (_PAGES + 1)  # bytes on the bus for what is left, from each page on
        self.frame = FrameBuffer(self._new[1:], WIDTH, HEIGHT, MONO_VLSB)

    def start(self) -> None:
        """Sets up the panel, clears its RAM and switches it on. Raises OSError if it is absent."""
        self._i2c.writeto(self.address, self.START)
        self.frame.fill(0)
        for index in range(1, len(self._shown)):
            self._shown[index] = 255  # nothing is known of the RAM: all of it is sent
        self.show()
        self._i2c.writeto(self.address, self._contrast)
        self._i2c.writeto(self.address, _ON)

    def contrast(self, value: int, started: bool) -> None:
        """0 (dim) to 255, now and after each `start`. Raises OSError.

        One that is not started is sent nothing: it may still wait for the end of a command.
        """
        self._contrast[2] = value
        if started:
            self._i2c.writeto(self.address, self._contrast)

    def power(self, on: bool) -> None:
        """The picture goes off and comes back as it was. Raises OSError."""
        self._i2c.writeto(self.address, _ON if on else _OFF)

    def show(self) -> None:
        """Sends what differs from the last `show`, in the windows that take the fewest bytes.

        Screens have their parts side by side: windows of the two halves can take fewer. Raises
        OSError if the panel does not answer; then it must be started anew.
        """
        self._compare()
        if self._halves_take_less():
            self._send(_LEFT)
            self._send(_RIGHT)
        else:
            self._send(_BOTH)
        self._shown[1:] = self._new[1:]

    def _compare(self) -> None:
        """Finds what differs, in both halves of each page."""
        left, right, both = self._spans
        for half in range(2 * _PAGES):
            self._look(half)
        for page in range(_PAGES):
            both[page] = left[page] if left[page] != _SAME else right[page]
            both[_PAGES + page] = right[_PAGES + page] or left[_PAGES + page]

    def _look(self, half: int) -> None:
        """The first and the last column that differ in a half of a page.

        No name more: the frame of eleven words is the largest that does not come from the heap.
        """
        new, old = self._new_halves[half], self._old_halves[half]
        span = self._spans[half & 1]
        left = (half & 1) * _HALF
        half >>= 1  # from here on the page
        if new == old:
            span[half] = _SAME
            span[_PAGES + half] = 0
            return
        column = 0
        while new[column] == old[column]:
            column += 1
        span[half] = left + column
        column = _HALF - 1
        while new[column] == old[column]:
            column -= 1
        span[_PAGES + half] = left + column

    def _halves_take_less(self) -> bool:
        """Finds the windows of each half and of both that take fewest bytes on the bus.

        From each page on, the last one first: a window that begins there ends where it and the
        windows beneath it take least.
        """
        costs, saved = self._costs, 0
        for part in range(3):
            spans, ends = self._spans[part], self._ends[part]
            for top in range(_PAGES - 1, -1, -1):
                if spans[top] == _SAME:
                    costs[top] = costs[top + 1]
                    continue
                left, right, least = _SAME, 0, _NO_COST
                for bottom in range(top, _PAGES):
                    first, last = spans[bottom], spans[_PAGES + bottom]
                    if first == _SAME:
                        continue
                    left = first if first < left else left  # min() takes five times as long
                    right = last if last > right else right
                    cost = _WINDOW_COST + (right - left + 1) * (bottom - top + 1)
                    if cost >= least:
                        break  # it only grows
                    cost += costs[bottom + 1]
                    if cost < least:
                        least, ends[top] = cost, bottom + 1
                costs[top] = least
            saved += costs[0] if part == _BOTH else -costs[0]
        return saved > 0

    def _send(self, part: int) -> None:
        """Sends the windows, each put together over the last picture: all of them are known."""
        spans, ends = self._spans[part], self._ends[part]
        new, message = self._new, self._shown
        top = 0
        while top < _PAGES:
            if spans[top] == _SAME:
                top += 1
                continue
            end = ends[top]
            left, right = min(spans[top:end]), max(spans[_PAGES + top : _PAGES + end])
            self._place(left, right, top, end - 1)
            size, width = 1, right - left + 1
            while top < end:
                start = 1 + top * WIDTH + left
                message[size : size + width] = new[start : start + width]
                size += width
                top += 1
            self._i2c.writeto(self.address, message[:size])

    def _place(self, left: int, right: int, top: int, bottom: int) -> None:
        """The window that is written next: column 21h and page address 22h (10.1.4, 10.1.5)."""
        window = self._window
        window[2], window[3] = left, right
        window[5], window[6] = top, bottom
        self._i2c.writeto(self.address, window)
