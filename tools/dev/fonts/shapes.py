"""Plane shapes that say whether a point is inside, and their rendering to one bit.

Done with arithmetic instead of a drawing library, so that the pixels never depend on its version
and a symmetrical shape gives a symmetrical glyph.
"""

from collections.abc import Callable
from math import cos, hypot, pi, sin

from .drawings import Glyph

Shape = Callable[[float, float], bool]
Point = tuple[float, float]

ROUNDNESS = 2.5
"""Exponent of the bowls: 2 is an ellipse, more is squarer and leaves larger counters."""
SAMPLES = 4
DIRECTIONS = [(cos(turn * pi / 16), sin(turn * pi / 16)) for turn in range(32)]


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Shape:
    """An upright rectangle from its corners."""
    return lambda x, y: x0 <= x < x1 and y0 <= y < y1


def bowl(x0: float, y0: float, x1: float, y1: float, roundness: float = ROUNDNESS) -> Shape:
    """A superellipse that fills the box."""
    cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    return lambda x, y: abs((x - cx) / rx) ** roundness + abs((y - cy) / ry) ** roundness <= 1


def disc(cx: float, cy: float, radius: float) -> Shape:
    """A circle, filled."""
    return lambda x, y: hypot(x - cx, y - cy) <= radius


def polygon(*corners: Point) -> Shape:
    """A polygon by the even-odd rule."""
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))

    def inside(x: float, y: float) -> bool:
        crossed = 0
        for (x0, y0), (x1, y1) in edges:
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                crossed += 1
        return crossed % 2 == 1

    return inside


def union(*shapes: Shape) -> Shape:
    """Inside any of them."""
    return lambda x, y: any(shape(x, y) for shape in shapes)


def minus(shape: Shape, *holes: Shape) -> Shape:
    """Inside the first and none of the others."""
    return lambda x, y: shape(x, y) and not any(hole(x, y) for hole in holes)


def common(*shapes: Shape) -> Shape:
    """Inside all of them."""
    return lambda x, y: all(shape(x, y) for shape in shapes)


def turned(shape: Shape, width: float, height: float) -> Shape:
    """Upside down and back to front, as a 6 becomes a 9."""
    return lambda x, y: shape(width - x, height - y)


def mirrored(shape: Shape, width: float) -> Shape:
    """Left and right exchanged."""
    return lambda x, y: shape(width - x, y)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Shifted right and down."""
    return lambda x, y: shape(x - dx, y - dy)


def outline(shape: Shape, thickness: float) -> Shape:
    """The shape's rim, on its inner side."""
    steps = [(thickness * dx, thickness * dy) for dx, dy in DIRECTIONS]
    return lambda x, y: shape(x, y) and not all(shape(x + dx, y + dy) for dx, dy in steps)


def rendered(shape: Shape, width: int, height: int) -> Glyph:
    """Pixels at least half covered by the shape."""
    return ["".join(_pixel(shape, x, y) for x in range(width)) for y in range(height)]


def _pixel(shape: Shape, left: int, top: int) -> str:
    inside = sum(
        shape(left + (column + 0.5) / SAMPLES, top + (row + 0.5) / SAMPLES)
        for row in range(SAMPLES)
        for column in range(SAMPLES)
    )
    return "#" if 2 * inside >= SAMPLES * SAMPLES else "."
