"""MicroPython's framebuf for CPython: the same pixels, for the two formats that Scorepad uses.

A frame is a stack of lanes, each an integer with one bit for every pixel: columns for MONO_VLSB,
whose bytes stand on end, rows for MONO_HLSB. Drawing is arithmetic on whole lanes, which keeps
pure Python fast enough for a screen.

Like MicroPython 1.25, the oldest that the firmware runs on, `FrameBuffer` wants a buffer that it
may write to and `blit` wants a FrameBuffer. There is no text(): the firmware has its own fonts.
"""

from collections.abc import Iterator
from typing import Literal

MONO_VLSB = 0
MONO_HLSB = 3

OPAQUE = -1  # a key that no pixel has


class _Lanes:
    """The buffer seen as one integer a lane."""

    def __init__(self, view: memoryview, slices: list[slice], size: int, big_endian: bool) -> None:
        self._view = view
        self._slices = slices
        self._size = size
        self._order: Literal["big", "little"] = "big" if big_endian else "little"
        self._big_endian = big_endian

    def shift(self, start: int, count: int) -> int:
        """Say how far from the lowest bit the `count` pixels from `start` on are."""
        return self._size * 8 - start - count if self._big_endian else start

    def take(self, lane: int, start: int, count: int) -> int:
        """Read `count` pixels of a lane from `start` on."""
        bits = int.from_bytes(self._view[self._slices[lane]], self._order)
        return bits >> self.shift(start, count) & (1 << count) - 1

    def put(self, lane: int, start: int, count: int, pixels: int, key: int = OPAQUE) -> None:
        """Write `count` pixels into a lane, except those of the colour `key`."""
        window = (1 << count) - 1
        changed = {0: pixels, 1: pixels ^ window}.get(key, window)
        shift = self.shift(start, count)
        place = self._slices[lane]
        bits = int.from_bytes(self._view[place], self._order)
        bits = bits & ~(changed << shift) | (pixels & changed) << shift
        self._view[place] = bits.to_bytes(self._size, self._order)


def _columns(view: memoryview, width: int, height: int, stride: int) -> _Lanes:
    pages = (height + 7) // 8
    reach = (pages - 1) * stride + 1
    return _Lanes(view, [slice(x, x + reach, stride) for x in range(width)], pages, False)


def _rows(view: memoryview, width: int, height: int, stride: int) -> _Lanes:
    pitch = (stride + 7) // 8
    size = (width + 7) // 8
    slices = [slice(y * pitch, y * pitch + size) for y in range(height)]
    return _Lanes(view, slices, size, True)


_LAYOUTS = {MONO_VLSB: _columns, MONO_HLSB: _rows}


class FrameBuffer:
    """A monochrome picture in a buffer of the caller's; whatever falls outside is clipped.

    Raises ValueError for a format or a size that does not fit, TypeError for a buffer that
    cannot be written to.
    """

    def __init__(
        self, buffer, width: int, height: int, format: int, stride: int | None = None, /
    ) -> None:
        view = memoryview(buffer).cast("B")
        if view.readonly:
            raise TypeError("object with buffer protocol required")
        if format not in _LAYOUTS:
            raise ValueError("invalid format")
        stride = width if stride is None else stride
        if not (0 < width <= stride <= 0xFFFF and 0 < height <= 0xFFFF):
            raise ValueError
        if _bytes_needed(width, height, format, stride) > len(view):
            raise ValueError
        self._view, self._format, self._stride = view, format, stride
        self._width, self._height = width, height
        self._lanes = _LAYOUTS[format](view, width, height, stride)

    def fill(self, c: int, /) -> None:
        """Give every pixel the colour `c`."""
        self.fill_rect(0, 0, self._width, self._height, c)

    def pixel(self, x: int, y: int, c: int | None = None, /) -> int | None:
        """Set a pixel, or return it if no colour is given; None outside the picture."""
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        lane, start = (x, y) if self._format == MONO_VLSB else (y, x)
        if c is None:
            return self._lanes.take(lane, start, 1)
        self._lanes.put(lane, start, 1, int(c != 0))
        return None

    def hline(self, x: int, y: int, w: int, c: int, /) -> None:
        """Draw `w` pixels to the right of (x, y)."""
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int, /) -> None:
        """Draw `h` pixels down from (x, y)."""
        self.fill_rect(x, y, 1, h, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int, /) -> None:
        """Fill a rectangle; nothing is drawn if it has no width or no height."""
        x, x_end = max(x, 0), min(x + w, self._width)
        y, y_end = max(y, 0), min(y + h, self._height)
        if x >= x_end or y >= y_end:
            return
        lanes, start, end = range(x, x_end), y, y_end
        if self._format == MONO_HLSB:
            lanes, start, end = range(y, y_end), x, x_end
        pixels = (1 << end - start) - 1 if c else 0
        for lane in lanes:
            self._lanes.put(lane, start, end - start, pixels)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False, /) -> None:
        """Draw a rectangle, filled if `f`."""
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        for top in (y, y + h - 1):
            self.hline(x, top, w, c)
        for left in (x, x + w - 1):
            self.vline(left, y, h, c)

    def line(self, x1: int, y1: int, x2: int, y2: int, c: int, /) -> None:
        """Draw a straight line, both ends included."""
        steep = abs(y2 - y1) > abs(x2 - x1)
        ends = (y1, x1, y2, x2) if steep else (x1, y1, x2, y2)
        for along, across in _straight(*ends):
            self.pixel(*((across, along) if steep else (along, across)), c)
        self.pixel(x2, y2, c)

    def ellipse(
        self, x: int, y: int, xr: int, yr: int, c: int, f: bool = False, m: int = 15, /
    ) -> None:
        """Draw an ellipse about (x, y), filled if `f`, in the quadrants that `m` has bits for.

        Bit 0 is the upper right quadrant; the others follow anticlockwise.
        """
        if xr == yr == 0:
            arc = [(0, 0)] if m & 15 else []
            m = 1  # one dot, whichever quadrants are wanted, and never filled
        else:
            arc = [*_arc(xr, yr), *((dx, dy) for dy, dx in _arc(yr, xr))]
        for dx, dy in arc:
            self._mirror(x, y, dx, dy, c, f, m)

    def _mirror(self, x: int, y: int, dx: int, dy: int, c: int, f: bool, m: int) -> None:
        """Draw one point of an ellipse, or the line from it to the axis, in each quadrant."""
        for quadrant, (sx, sy) in enumerate(((1, -1), (-1, -1), (-1, 1), (1, 1))):
            if not m >> quadrant & 1:
                continue
            if f:
                self.hline(x if sx > 0 else x - dx, y + sy * dy, dx + 1, c)
            else:
                self.pixel(x + sx * dx, y + sy * dy, c)

    def blit(self, fbuf: "FrameBuffer", x: int, y: int, key: int = OPAQUE, /) -> None:
        """Copy another frame with its corner at (x, y), but for its pixels of the colour `key`."""
        if not isinstance(fbuf, FrameBuffer):
            raise TypeError
        left, top = max(-x, 0), max(-y, 0)
        w = min(fbuf._width, self._width - x) - left
        h = min(fbuf._height, self._height - y) - top
        if w <= 0 or h <= 0:
            return
        if fbuf._format != self._format:
            self._blit_pixels(fbuf, x, y, key)
        elif self._format == MONO_VLSB:
            self._blit_lanes(fbuf, (left, top), (x + left, y + top), (w, h), key)
        else:
            self._blit_lanes(fbuf, (top, left), (y + top, x + left), (h, w), key)

    def _blit_lanes(
        self,
        fbuf: "FrameBuffer",
        source: tuple[int, int],
        target: tuple[int, int],
        size: tuple[int, int],
        key: int,
    ) -> None:
        """Copy lanes; every pair is (lane, place in the lane)."""
        lanes, count = size
        for lane in range(lanes):
            pixels = fbuf._lanes.take(source[0] + lane, source[1], count)
            self._lanes.put(target[0] + lane, target[1], count, pixels, key)

    def _blit_pixels(self, fbuf: "FrameBuffer", x: int, y: int, key: int) -> None:
        for row in range(fbuf._height):
            for column in range(fbuf._width):
                c = fbuf.pixel(column, row)
                if c != key:
                    self.pixel(x + column, y + row, c)

    def scroll(self, xstep: int, ystep: int, /) -> None:
        """Move the picture; what it uncovers keeps its old pixels."""
        before = bytearray(self._view)
        picture = FrameBuffer(before, self._width, self._height, self._format, self._stride)
        self.blit(picture, xstep, ystep)


def _bytes_needed(width: int, height: int, format: int, stride: int) -> int:
    """Say how long a buffer must be; its last line may end at the width."""
    if format == MONO_VLSB:
        return (height + 7) // 8 * stride - stride + width
    return (height - 1) * ((stride + 7) // 8) + (width + 7) // 8


def _straight(a1: int, b1: int, a2: int, b2: int) -> Iterator[tuple[int, int]]:
    """Step along the longer axis from one end to just before the other (Bresenham)."""
    length, rise = abs(a2 - a1), abs(b2 - b1)
    step, climb = (1 if a2 > a1 else -1), (1 if b2 > b1 else -1)
    error = 2 * rise - length
    for _ in range(length):
        yield a1, b1
        if error >= 0:
            b1 += climb
            error -= 2 * length
        a1 += step
        error += 2 * rise


def _arc(xr: int, yr: int) -> Iterator[tuple[int, int]]:
    """Trace a quadrant from the x axis to where its slope is one (Kennedy, "A Fast Bresenham
    Type Algorithm For Drawing Ellipses"); the other part is the same with the axes exchanged.
    """
    xx, yy = 2 * xr * xr, 2 * yr * yr
    x, y, error = xr, 0, 0
    x_change, y_change = yr * yr * (1 - 2 * xr), xr * xr
    while yy * x >= xx * y:
        yield x, y
        y += 1
        error += y_change
        y_change += xx
        if 2 * error + x_change > 0:
            x -= 1
            error += x_change
            x_change += yy
