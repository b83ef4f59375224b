"""MicroPython's framebuf for CPython: the same pixels, for what the firmware draws with.

A frame is a stack of columns, each an integer with one bit for every pixel. Drawing is arithmetic
on whole columns, which keeps pure Python fast enough for a screen.

Like MicroPython 1.25, the oldest that the firmware runs on, `FrameBuffer` wants a buffer that it
may write to. There is no text(): the firmware has its own fonts.
"""

MONO_VLSB = 0


class FrameBuffer:
    """A monochrome picture in a buffer of the caller's; what falls outside is clipped.

    Raise ValueError for a format or a size that does not fit, TypeError for a buffer that
    cannot be written to.
    """

    def __init__(self, buffer, width: int, height: int, format: int, /) -> None:
        view = memoryview(buffer).cast("B")
        if view.readonly:
            raise TypeError("object with buffer protocol required")
        if format != MONO_VLSB:
            raise ValueError("invalid format")
        self._pages = (height + 7) // 8
        if not (0 < width <= 0xFFFF and 0 < height <= 0xFFFF and self._pages * width <= len(view)):
            raise ValueError
        self._view, self._width, self._height = view, width, height
        end = self._pages * width
        self._columns = [slice(x, end, width) for x in range(width)]

    def fill(self, c: int, /) -> None:
        self.fill_rect(0, 0, self._width, self._height, c)

    def pixel(self, x: int, y: int, c: int | None = None, /) -> int | None:
        """Set a pixel, or return it if no colour is given; None outside the picture."""
        if c is not None:
            self.fill_rect(x, y, 1, 1, c)
        elif 0 <= x < self._width and 0 <= y < self._height:
            return self._column(x) >> y & 1
        return None

    def hline(self, x: int, y: int, w: int, c: int, /) -> None:
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int, /) -> None:
        self.fill_rect(x, y, 1, h, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int, /) -> None:
        """Fill a rectangle; nothing is drawn if it has no width or no height."""
        top, bottom = max(y, 0), min(y + h, self._height)
        if top >= bottom:
            return
        window = (1 << bottom) - (1 << top)
        for column in range(max(x, 0), min(x + w, self._width)):
            lit = self._column(column) | window
            bits = lit if c else lit ^ window
            self._view[self._columns[column]] = bits.to_bytes(self._pages, "little")

    def rect(self, x: int, y: int, w: int, h: int, c: int, /) -> None:
        for top in (y, y + h - 1):
            self.hline(x, top, w, c)
        for left in (x, x + w - 1):
            self.vline(left, y, h, c)

    def _column(self, x: int) -> int:
        return int.from_bytes(self._view[self._columns[x]], "little")
