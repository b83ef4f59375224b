"""The tablet's screen as text, for terminals, test failures and documentation.

All functions take the screen row by row from the top left corner, 128 x 64 bytes 0 or 1.
"""

from scorepad.simulator.panels.glass import HEIGHT, WIDTH

# By upper pixel + 2 * lower pixel
_HALF_BLOCKS = " ▀▄█"

# The Braille block's dots 1 to 8 in the order of their bits, as (column, row) in the character
_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
_NO_DOTS = 0x2800  # U+2800, the blank pattern

_BLUISH_WHITE_ON_BLACK = "\x1b[38;5;195;48;5;16m"
_PLAIN = "\x1b[0m"


def frame(pixels: bytes) -> str:
    """Return 34 lines of 130 characters: half blocks, two pixels each, in a thin frame."""
    return _framed(_half_blocks(pixels))


def ansi_frame(pixels: bytes) -> str:
    """Return `frame` in the colours of the panel, for a terminal of 256 colours."""
    return _framed([f"{_BLUISH_WHITE_ON_BLACK}{line}{_PLAIN}" for line in _half_blocks(pixels)])


def braille(pixels: bytes) -> str:
    """Return 16 lines of 64 Braille characters, eight pixels each: fits a terminal of 80 x 24."""
    return "\n".join(
        "".join(_pattern(pixels, x, y) for x in range(0, WIDTH, 2)) for y in range(0, HEIGHT, 4)
    )


def _half_blocks(pixels: bytes) -> list[str]:
    rows = [pixels[at : at + WIDTH] for at in range(0, WIDTH * HEIGHT, WIDTH)]
    return [
        "".join(_HALF_BLOCKS[upper + 2 * lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def _framed(lines: list[str]) -> str:
    edge = "─" * WIDTH
    return "\n".join((f"┌{edge}┐", *(f"│{line}│" for line in lines), f"└{edge}┘"))


def _pattern(pixels: bytes, x: int, y: int) -> str:
    """Return the Braille character for the 2 x 4 pixels at a place."""
    dots = sum(
        pixels[(y + down) * WIDTH + x + right] << bit for bit, (right, down) in enumerate(_DOTS)
    )
    return chr(_NO_DOTS + dots)
