"""Driver of a 128x64 OLED over framebuf: sends only what changed, from buffers made once.

One way serves every common controller: SSD1306, SSD1309, SSD1315, SH1106, CH1116. All of them know
page addressing, and the last two no other. What a chip does not know of `setup` it passes over, as
the drivers show that send the same to all (FlashFloppy's `lcd_stm32f105.c`). So a panel that is
taken for another shows its picture, at most two columns off.

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

_DATA = b"\x40"  # control byte: GDDRAM bytes follow; 00: commands (8.1.5.2)
_COST = const(8)  # columns: a change further on is a piece of its own, for 7 bytes on the bus
_SAME = const(-1)

_ON = b"\x00\xaf"
_OFF = b"\x00\xae"  # the RAM keeps its picture (10.1.12)


class OLED:
    """The panel. Draw on `frame`, then `show`."""

    setup = (
        b"\x00\xe3\xe3"  # NOP, for a command whose arguments went missing as a transfer broke off
        b"\xae"  # display off while the registers change
        b"\x2e"  # stop scrolling: RAM must not be written while it runs (10.2.1)
        b"\xd5\x80"  # oscillator frequency and divide ratio
        b"\xa8\x3f"  # multiplex ratio: 64 lines
        b"\xd3\x00"  # display offset
        b"\x20\x00\x21\x00\x7f"  # all columns, where a driver of windows had some (10.1.3, 10.1.4)
        b"\x40"  # start line 0, which 7f moves in an SH1106
        b"\x8d\x14"  # charge pump on: the panel of an SSD1306 has no other supply
        b"\x20\x02"  # page addressing
        b"\xa1"  # segment 0 is column 127 ...
        b"\xc8"  # ... and COM63 is scanned first: upright with the connector on top
        b"\xda\x12"  # alternative COM pins, as a 128x64 panel is wired
        b"\xd9\xf1"  # pre-charge for the charge pump
        b"\xdb\x20"  # V_COMH deselect level
        b"\xa4"  # show the RAM ...
        b"\xa6"  # ... not inverted
    )  # commands, after the control byte 00

    def __init__(self, i2c):
        self._i2c = i2c
        self.address = _ADDRESS  # on the bus
        self.offset = 0  # column of the RAM that the panel shows first
        self._new = memoryview(bytearray(WIDTH * _PAGES))  # what is drawn
        self._shown = memoryview(bytearray(WIDTH * _PAGES))
        self._message = memoryview(bytearray(_DATA + bytes(WIDTH)))
        self._place = bytearray(b"\x00\xb0\x00\x10")
        self._contrast = bytearray(b"\x00\x81\xff")
        self._new_halves, self._old_halves = [], []  # made once: to compare takes no heap then
        for start in range(0, WIDTH * _PAGES, _HALF):
            self._new_halves.append(self._new[start : start + _HALF])
            self._old_halves.append(self._shown[start : start + _HALF])
        self.frame = FrameBuffer(self._new, WIDTH, HEIGHT, MONO_VLSB)

    def start(self) -> None:
        """Set up the panel, clear its RAM and switch it on. Raise OSError if it is absent."""
        self._i2c.writeto(self.address, self.setup)
        self.frame.fill(0)
        for index in range(len(self._shown)):
            self._shown[index] = 255  # nothing is known of the RAM: all of it is sent
        self.show()
        self._i2c.writeto(self.address, self._contrast)
        self._i2c.writeto(self.address, _ON)

    def contrast(self, value: int, started: bool) -> None:
        """Set the contrast, 0 (dim) to 255, now and after each `start`. Raise OSError.

        One that is not started is sent nothing: it may still wait for the end of a command.
        """
        self._contrast[2] = value
        if started:
            self._i2c.writeto(self.address, self._contrast)

    def power(self, on: bool) -> None:
        """Switch the picture off, or on again as it was. Raise OSError."""
        self._i2c.writeto(self.address, _ON if on else _OFF)

    def show(self) -> None:
        """Send what differs from the last `show`, of each page in one piece or two.

        Screens have their parts side by side. No message is longer than a page: MicroPython before
        1.29 waits 100 ms for each byte of one on an ESP32's bus that hangs, the watchdog 16 s.
        Raise OSError if the panel does not answer; then it must be started again.
        """
        for page in range(_PAGES):
            left, right = self._changes(2 * page), self._changes(2 * page + 1)
            first = right if left == _SAME else left
            last = left if right == _SAME else right
            if (last >> 8) - (first & 255) > _COST:
                self._send(page, first)
                self._send(page, last)
            elif first != _SAME:
                self._send(page, first & ~255 | last & 255)
        self._shown[:] = self._new

    def _changes(self, half: int) -> int:
        """Return the first column that differs in half a page, times 256, plus the last one."""
        new, old = self._new_halves[half], self._old_halves[half]
        if new == old:
            return _SAME
        first, last = 0, _HALF - 1
        while new[first] == old[first]:
            first += 1
        while new[last] == old[last]:
            last -= 1
        return (first << 8 | last) + (half & 1) * (_HALF << 8 | _HALF)

    def _send(self, page: int, columns: int) -> None:
        """Send a page from the first of `columns` to the last one (10.1.1, 10.1.2, 10.1.13)."""
        first = columns >> 8
        size = (columns & 255) - first + 1
        place, column = self._place, first + self.offset
        place[1], place[2], place[3] = 0xB0 | page, column & 15, 0x10 | column >> 4
        self._i2c.writeto(self.address, place)
        first += page * WIDTH
        self._message[1 : 1 + size] = self._new[first : first + size]
        self._i2c.writeto(self.address, self._message[: 1 + size])
