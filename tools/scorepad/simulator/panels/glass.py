"""The glass of a common 128x64 module: which line of the RAM each of its rows shows, and how.

It is mounted with COM63 up and SEG127 at the left. Sections are those of the Solomon Systech
SSD1306 data sheet, revision 1.1.
"""

WIDTH = 128
HEIGHT = 64

_ALTERNATIVE_PINS = 0x10
_LEFT_RIGHT_REMAP = 0x20

# For bytes.translate: the n-th table makes a byte of GDDRAM the pixel of its bit n, 0 or 1.
_BITS = tuple(bytes(octet >> bit & 1 for octet in range(0x100)) for bit in range(8))
_INVERSE_BITS = tuple(bytes(1 - pixel for pixel in table) for table in _BITS)
LIT_ROW = b"\x01" * WIDTH


def row(octets: bytes, bit: int, inverse: int) -> bytes:
    """Return the pixels of this bit in the bytes of a page, from SEG127 on."""
    bits = _INVERSE_BITS if inverse else _BITS
    return octets.translate(bits[bit])[::-1]


def com_at(y: int, pins: int) -> int:
    """Return the COM signal of row `y`, 0 at the top, with these pins (10.1.18, table 10-3).

    The pads of the chip's one side lead to the even rows, those of the other to the odd ones, so
    only the alternative configuration, DA 12, puts the lines in order.
    """
    panel_row = HEIGHT - 1 - y
    pad = panel_row // 2 + panel_row % 2 * 32
    if pins & _LEFT_RIGHT_REMAP:
        pad = (pad + 32) % HEIGHT
    return pad % 32 * 2 + pad // 32 if pins & _ALTERNATIVE_PINS else pad


def ram_line(com: int, ratio: int, backwards: int, offset: int, start: int) -> int | None:
    """Return the line of the RAM that a COM shows, None for one not driven (tables 10-1 and 10-2).

    `ratio`: lines; `backwards`: the COMs are scanned from the last on; `offset`: of the display;
    `start`: line.
    """
    scanned = ratio - 1 - com if backwards else com
    row = (scanned + offset) % HEIGHT
    return (row + start) % HEIGHT if row < ratio else None
