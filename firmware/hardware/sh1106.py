"""SH1106, of most 1.3-inch modules: page by page, in a RAM that is wider than the panel.

There is no other way of addressing, so each page that has changed is sent by itself, and no window
is worth a thought. Source: Sino Wealth, SH1106 V2.3; the values are mostly those after reset.
"""

from micropython import const

from firmware.hardware.oled import SSD1306, WIDTH

_PAGES = const(8)
_SAME = const(255)  # as in oled.py: nothing differs
_OFFSET = const(2)  # of 132 columns of the RAM the one that modules of 128 show first
_COST = const(7)  # bytes on the bus for one more piece


class Panel(SSD1306):
    """As SSD1306."""

    START = (
        b"\x00\xe3\xe3"  # commands; NOP, for arguments that went missing
        b"\xae"  # display off while the registers change
        b"\xd5\x50"  # oscillator frequency and divide ratio
        b"\xa8\x3f"  # multiplex ratio
        b"\xd3\x00\x40"  # display offset, start line 0
        b"\xad\x8b\x32"  # DC-DC converter on, and its voltage
        b"\xa1\xc8"  # upright with the connector on top
        b"\xda\x12"  # alternative COM pins
        b"\xd9\x22\xdb\x35"  # pre-charge, V_COMH deselect level
        b"\xa4\xa6"  # show the RAM, not inverted
    )

    def __init__(self, i2c):
        super().__init__(i2c)
        self._window = bytearray(b"\x00\xb0\x00\x10")

    def show(self) -> None:
        """Sends what differs from the last `show`, of each page in one piece or two.

        Raises OSError if the panel does not answer; then it must be started anew.
        """
        self._compare()
        left, right, both = self._spans
        for page in range(_PAGES):
            gap = right[page] - left[_PAGES + page] - 1
            if left[page] != _SAME and right[page] != _SAME and gap > _COST:
                self._piece(left, page)
                self._piece(right, page)
            elif both[page] != _SAME:
                self._piece(both, page)
        self._shown[1:] = self._new[1:]

    def _piece(self, span, page: int) -> None:
        """Sends what a page has from the first to the last column that differ."""
        first, width = span[page], span[_PAGES + page] - span[page] + 1
        column, window, message = first + _OFFSET, self._window, self._shown
        window[1], window[2], window[3] = 0xB0 | page, column & 15, 0x10 | column >> 4
        start = 1 + page * WIDTH + first
        message[1 : 1 + width] = self._new[start : start + width]
        self._i2c.writeto(self.address, window)
        self._i2c.writeto(self.address, message[: 1 + width])
