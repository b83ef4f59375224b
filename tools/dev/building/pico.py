"""The Pico's wiring pin by pin: each pin is drawn where it lies on the board.

Numbers and names of the pins: Pico Datasheet, pinout. Seen from above, with the USB port at the
top, 1 to 20 go down the left side, and 21 to 40 up the right one.
"""

RED, BLACK, BLUE, GREEN, GREY = "#c0392b", "#333333", "#1f6fb2", "#2e8b57", "#8a8a8a"
GOLD = "#d4af37"
WIRES = {"GND": BLACK, "VCC": RED, "SCL": BLUE, "SDA": "#b8860b"}  # of the panel


def sheet(width: int, height: int, parts: list[str]) -> str:
    """Return a drawing on white."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="15">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def box(x: int, y: int, width: int, height: int, colour: str) -> str:
    """Return a filled box with round corners; x and y of its left upper one."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{colour}"/>'


def dot(x: int, y: int, colour: str) -> str:
    """Return a pin, or where wires meet."""
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'


def line(colour: str, *points: tuple[int, int]) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'


def text(x: int, y: int, words: str, colour: str, anchor: str = "start", size: int = 15) -> str:
    """Return words on the line y; `anchor`: which part of them is at x."""
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" '
        f'font-size="{size}">{words}</text>'
    )


def button(x: int, y: int) -> list[str]:
    return [
        line(BLACK, (x - 24, y - 11), (x + 24, y - 11)),
        line(BLACK, (x, y - 11), (x, y - 19)),
        dot(x - 24, y, BLACK),
        dot(x + 24, y, BLACK),
    ]


# fmt: off
LEFT = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
)
RIGHT = (
    "VBUS", "VSYS", "GND", "3V3_EN", "3V3", "ADC_VREF", "GP28", "AGND", "GP27", "GP26",
    "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16",
)
# fmt: on
PANEL = ("GND", "VCC", "SCL", "SDA")
WIDTH, HEIGHT = 830, 780
ROW = 31  # between two pins
TOP = 110
BOARD_LEFT, BOARD_RIGHT = 540, 740
BUTTON_X, GROUND_X = 200, 90
PANEL_LEFT, PANEL_RIGHT, PANEL_TOP = 60, 290, 90
PANEL_GROUND, BUTTON_GROUND = 3, 13  # the pins next to the others


def picture(pins: dict[str, int]) -> str:
    """Return the drawing, in SVG; `pins`: the GP of each button, of SDA and of SCL."""
    wired = {LEFT.index(f"GP{pin}"): name for name, pin in pins.items()}
    buttons = {row: name for row, name in wired.items() if name not in PANEL}
    ends = {name: row for row, name in wired.items() if name in PANEL}
    panel = _panel({**ends, "GND": PANEL_GROUND - 1})
    parts = [*_board(), *panel, *_ground(min(buttons), max(buttons))]
    for row, name in buttons.items():
        parts += _button(name, _y(row))
    return sheet(WIDTH, HEIGHT, parts)


def _y(row: int) -> int:
    return TOP + row * ROW


def _board() -> list[str]:
    middle = (BOARD_LEFT + BOARD_RIGHT) // 2
    parts = [
        box(BOARD_LEFT, TOP - 32, BOARD_RIGHT - BOARD_LEFT, _y(20) - TOP + 36, "#1e5b3a"),
        box(middle - 28, TOP - 44, 56, 44, "#c9ced3"),
        text(middle, TOP - 18, "USB", BLACK, "middle"),
        text(middle, _y(20) - 6, "Raspberry Pi Pico, from above", "white", "middle", 12),
    ]
    for row, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        parts += _pin(BOARD_LEFT, row, left, row + 1) + _pin(BOARD_RIGHT, row, right, 40 - row)
    return parts


def _pin(x: int, row: int, name: str, number: int) -> list[str]:
    inside, anchor = (14, "start") if x == BOARD_LEFT else (-14, "end")
    return [
        dot(x, _y(row), GOLD),
        text(x + inside, _y(row) + 5, name, "white", anchor),
        text(x - inside, _y(row) - 5, str(number), GREY, "end" if inside > 0 else "start", 11),
    ]


def _panel(rows: dict[str, int]) -> list[str]:
    """Return the panel's module and its wires; that of VCC goes round the USB port."""
    parts = [
        f'<rect x="{PANEL_LEFT}" y="{PANEL_TOP}" width="{PANEL_RIGHT - PANEL_LEFT}" height="160" '
        f'rx="6" fill="none" stroke="{BLUE}" stroke-width="3"/>',
        box(PANEL_LEFT + 14, PANEL_TOP + 30, 140, 96, "#101010"),
        text(PANEL_LEFT + 84, PANEL_TOP + 91, "4♥", "#9fd8ff", "middle", 36),
        text(PANEL_LEFT + 84, PANEL_TOP + 146, "128x64, I2C", BLACK, "middle", 13),
    ]
    for place, name in enumerate(PANEL):
        y = PANEL_TOP + 35 + place * ROW
        parts += [
            line(WIRES[name], (PANEL_RIGHT - 10, y), *_way(name, y, rows)),
            dot(PANEL_RIGHT - 10, y, GOLD),
            text(PANEL_RIGHT - 20, y + 5, name, GREY, "end", 12),
        ]
    return parts


def _way(name: str, y: int, rows: dict[str, int]) -> list[tuple[int, int]]:
    if name == "VCC":
        there, above = _y(RIGHT.index("3V3")), 50
        return [(330, y), (330, above), (800, above), (800, there), (BOARD_RIGHT + 4, there)]
    turn = {"GND": 430, "SCL": 390, "SDA": 430}[name]
    return [(turn, y), (turn, _y(rows[name])), (BOARD_LEFT - 4, _y(rows[name]))]


def _button(name: str, y: int) -> list[str]:
    return [
        line(GREEN, (BOARD_LEFT - 4, y), (BUTTON_X + 24, y)),
        line(BLACK, (BUTTON_X - 24, y), (GROUND_X, y)),
        dot(GROUND_X, y, BLACK),
        *button(BUTTON_X, y),
        text(BUTTON_X + 60, y - 6, name, BLACK),
    ]


def _ground(first: int, last: int) -> list[str]:
    """Return the wire that joins one side of all buttons to a ground pin among theirs."""
    there = _y(BUTTON_GROUND - 1)
    return [
        line(BLACK, (GROUND_X, _y(first)), (GROUND_X, _y(last))),
        line(BLACK, (GROUND_X, there), (BOARD_LEFT - 4, there)),
        dot(GROUND_X, there, BLACK),
    ]
