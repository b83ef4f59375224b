"""The shapes of the wiring's drawings, in SVG."""

RED, BLACK, BLUE, GREEN, GREY = "#c0392b", "#333333", "#1f6fb2", "#2e8b57", "#8a8a8a"
GOLD = "#d4af37"
WIRES = {"GND": BLACK, "VCC": RED, "SCL": BLUE, "SDA": "#b8860b"}  # of the panel


def sheet(width: int, height: int, parts: list[str]) -> str:
    """A drawing on white."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="15">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def box(x: int, y: int, width: int, height: int, colour: str) -> str:
    """A filled box with round corners; x and y of its left upper one."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{colour}"/>'


def dot(x: int, y: int, colour: str) -> str:
    """A pin, or where wires meet."""
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'


def line(colour: str, *points: tuple[int, int]) -> str:
    """A wire."""
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'


def text(x: int, y: int, words: str, colour: str, anchor: str = "start", size: int = 15) -> str:
    """Words on the line y; `anchor`: which part of them is at x."""
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" '
        f'font-size="{size}">{words}</text>'
    )


def button(x: int, y: int) -> list[str]:
    """A push button around x, in a wire along y."""
    return [
        line(BLACK, (x - 24, y - 11), (x + 24, y - 11)),
        line(BLACK, (x, y - 11), (x, y - 19)),
        dot(x - 24, y, BLACK),
        dot(x + 24, y, BLACK),
    ]
