"""Figures, NT and suits for the large fonts, drawn as shapes from a few measures."""

from typing import NamedTuple

from .shapes import (
    Shape,
    bowl,
    common,
    disc,
    minus,
    mirrored,
    moved,
    outline,
    polygon,
    rectangle,
    turned,
    union,
)


class Measures(NamedTuple):
    """What a font's figures share, in pixels: the box, and upright and level strokes."""

    width: int
    height: int
    stem: int
    bar: int

    def wide(self, width: int) -> "Measures":
        """The same in a box of another width."""
        return self._replace(width=width)

    def ring(self, top: float, bottom: float, inset: float = 0) -> Shape:
        """A bowl as wide as the box, between two heights, with its counter."""
        right = self.width - inset
        return minus(
            bowl(inset, top, right, bottom),
            bowl(inset + self.stem, top + self.bar, right - self.stem, bottom - self.bar),
        )

    def halves(self, inset: float = 0) -> tuple[Shape, Shape]:
        """Two bowls on each other that share the bar in the middle."""
        middle = self.height // 2
        below = self.bar // 2
        upper = self.ring(0, middle - below + self.bar, inset)
        return upper, self.ring(middle - below, self.height)

    def left(self) -> Shape:
        """The upright stroke on the left."""
        return rectangle(0, 0, self.stem, self.height)

    def level(self, top: float) -> Shape:
        """A level stroke over the whole width."""
        return rectangle(0, top, self.width, top + self.bar)


def zero(m: Measures) -> Shape:
    return m.ring(0, m.height)


def one(m: Measures) -> Shape:
    left = (m.width - m.stem + 1) // 2
    flag = polygon(
        (left, 0),
        (left + 1, 0),
        (left + 1, 0.27 * m.height),
        (0.04 * m.width, 0.33 * m.height),
        (0.04 * m.width, 0.19 * m.height),
    )
    stem = rectangle(left, 0, left + m.stem, m.height)
    return union(stem, flag, m.level(m.height - m.bar))


def two(m: Measures) -> Shape:
    w, h, s = m.width, m.height, m.stem
    turn, foot = 0.31 * h, h - m.bar
    arc = common(m.ring(0, 2 * turn), rectangle(0, 0, w, turn))
    slope = polygon(
        (w - s, turn),
        (w, turn),
        (w - 0.06 * w, 0.42 * h),
        (1.25 * s, foot),
        (0, foot),
        (0, foot - 0.04 * h),
        (w - s, turn + 0.05 * h),
    )
    return union(arc, slope, m.level(foot))


def three(m: Measures) -> Shape:
    w, h = m.width, m.height
    upper, lower = m.halves(inset=0.03 * w)
    open_left = rectangle(-1, 0.27 * h, 0.5 * w, 0.73 * h)
    top = h // 2 - m.bar // 2
    return union(
        minus(union(upper, lower), open_left),
        rectangle(0.3 * w, top, 0.55 * w, top + m.bar),
    )


def four(m: Measures) -> Shape:
    w, s = m.width, m.stem
    right = w - round(0.1 * w)
    bar = round(0.64 * m.height)
    slope = polygon(
        (right - s, 0),
        (right, 0),
        (right, 0.1 * m.height),
        (1.15 * s, bar + 1),
        (0, bar + 1),
        (0, bar - 0.03 * m.height),
    )
    return union(slope, m.level(bar), rectangle(right - s, 0, right, m.height))


def five(m: Measures) -> Shape:
    w, h, s = m.width, m.height, m.stem
    left, shoulder = round(0.03 * w), round(0.37 * h)
    belly = minus(m.ring(shoulder, h), rectangle(-1, 0, 0.5 * w, 0.73 * h))
    return union(
        belly,
        rectangle(left, 0, w - left, m.bar),
        rectangle(left, 0, left + s, shoulder + m.bar),
        rectangle(left, shoulder, 0.5 * w, shoulder + m.bar),
    )


def six(m: Measures) -> Shape:
    w, h = m.width, m.height
    top = round(0.37 * h)
    back = minus(
        m.ring(0, h),
        rectangle(0.5 * w, 0.24 * h, w + 1, h),
        bowl(0, top, w, h),
        rectangle(0, 0.7 * h, w, h),
    )
    return union(back, m.ring(top, h))


def seven(m: Measures) -> Shape:
    w, h, s = m.width, m.height, m.stem
    leg = polygon(
        (w - 1.1 * s, m.bar - 1), (w, 0), (w, m.bar), (0.22 * w + 1.1 * s, h), (0.22 * w, h)
    )
    return union(m.level(0), leg)


def eight(m: Measures) -> Shape:
    return union(*m.halves(inset=0.04 * m.width))


def nine(m: Measures) -> Shape:
    return turned(six(m), m.width, m.height)


def letter_n(m: Measures) -> Shape:
    w, h, s = m.width, m.height, m.stem
    slope = polygon((0, 0), (1.1 * s, 0), (w, h), (w - 1.1 * s, h))
    return union(m.left(), mirrored(m.left(), w), slope)


def letter_t(m: Measures) -> Shape:
    left = (m.width - m.stem) / 2
    return union(m.level(0), rectangle(left, 0, left + m.stem, m.height))


def plus(m: Measures) -> Shape:
    left = (m.width - m.stem) / 2
    top = (m.height - m.width) // 2
    return union(minus_sign(m), rectangle(left, top, left + m.stem, top + m.width))


def minus_sign(m: Measures) -> Shape:
    return m.level((m.height - m.bar) // 2)


def equals(m: Measures) -> Shape:
    middle, apart = m.height // 2, m.bar * 0.6
    return union(m.level(round(middle - apart - m.bar)), m.level(round(middle + apart)))


def _foot(m: Measures, top: float) -> Shape:
    """The stem of a spade or a club: thin, and wide at the bottom."""
    w, h = m.width, m.height
    reach, waist = 0.24 * w, 0.06 * w
    block = rectangle(0.5 * w - reach, top, 0.5 * w + reach, h)
    radius = reach - waist
    side = bowl(0.5 * w - reach - radius, h - 2 * (h - top), 0.5 * w - waist, h - 1, 2)
    return minus(block, side, mirrored(side, w))


def _heart(w: float, h: float) -> Shape:
    radius = 0.258 * w
    lobe = disc(radius, radius, radius)
    point, shoulder = (0.5 * w, h), (0.035 * w, 1.42 * radius)
    body = polygon((radius, radius), shoulder, point, (0.5 * w, radius))
    return union(lobe, mirrored(lobe, w), body, mirrored(body, w))


def spade(m: Measures) -> Shape:
    body = 0.84 * m.height
    leaf = turned(_heart(m.width, body), m.width, body)
    return union(leaf, _foot(m, 0.6 * m.height))


def club(m: Measures) -> Shape:
    w, h = m.width, m.height
    half = w / 2 % 1  # lobes whose sides fall on pixel edges have no nipples
    radius, low = round(0.235 * w - half) + half, round(0.585 * h)
    leaf = disc(radius, low, radius)
    heart = polygon((0.5 * w, 0.2 * h), (0.3 * w, low + 0.1 * w), (0.7 * w, low + 0.1 * w))
    return union(disc(0.5 * w, radius, radius), leaf, mirrored(leaf, w), heart, _foot(m, 0.6 * h))


def heart(m: Measures) -> Shape:
    low = round(0.04 * m.height)
    return moved(outline(_heart(m.width, m.height - 2 * low), m.stem), 0, low)


def diamond(m: Measures) -> Shape:
    w, h = m.width, m.height
    return outline(polygon((0.5 * w, 0), (w, 0.5 * h), (0.5 * w, h), (0, 0.5 * h)), m.stem)
