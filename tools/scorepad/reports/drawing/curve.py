"""Draws how a figure goes with time, as a picture in a page that a phone can show too."""

from collections.abc import Iterator, Sequence
from html import escape

from scorepad.reports.content.report import Curve

_WIDE, _HIGH = 340, 190  # as wide as a phone, so that the letters are as large as others there
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 8, 12, 24
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between two lines
_LINES = 4  # at most

_SVG = """\
<figure class="curve"><svg viewBox="0 0 {wide} {high}" role="img" \
aria-labelledby="curve-title curve-said">
<title id="curve-title">{title}</title>
<desc id="curve-said">{said}</desc>
{lines}{days}<polyline points="{points}"/>
<circle cx="{x}" cy="{y}" r="3.5"/>
</svg></figure>
"""
_LINE = (
    '<line x1="{left}" x2="{right}" y1="{y}" y2="{y}"/><text x="{end}" y="{low}">{value}</text>\n'
)
_DAY = '<text class="{kind}" x="{x}" y="{y}">{day}</text>\n'


def render_curve(curve: Curve) -> str:
    """Return the picture, of two points at least."""
    first, (last, other) = curve.points[0][0], curve.points[-1]
    values = [value for _, value in curve.points]
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high += step * (high == low)

    def y(value: int) -> float:
        part = (value - low) / (high - low)
        return round(_HIGH - _BOTTOM - part * (_HIGH - _TOP - _BOTTOM), 1)

    def x(day: int) -> float:
        part = (day - first) / (last - first)
        return round(_LEFT + part * (_WIDE - _LEFT - _RIGHT), 1)

    return _SVG.format(
        wide=_WIDE,
        high=_HIGH,
        title=escape(curve.title),
        said=escape(curve.said),
        lines="".join(_line(value, y(value)) for value in range(low, high + 1, step)),
        days="".join(_days(curve.ends)),
        points=" ".join(f"{x(day)},{y(value)}" for day, value in curve.points),
        x=x(last),
        y=y(other),
    )


def _step(range_: int) -> int:
    return next((step for step in _STEPS if range_ <= step * (_LINES - 1)), _STEPS[-1])


def _line(value: int, y: float) -> str:
    return _LINE.format(
        left=_LEFT, right=_WIDE - _RIGHT, end=_LEFT - 5, y=y, low=round(y + 4, 1), value=value
    )


def _days(ends: Sequence[str]) -> Iterator[str]:
    for kind, x, day in zip(("first", "last"), (_LEFT, _WIDE - _RIGHT), ends, strict=True):
        yield _DAY.format(kind=kind, x=x, y=_HIGH - 6, day=escape(day))
