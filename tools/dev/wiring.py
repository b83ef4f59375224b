"""Draw how the tablet is wired, from the board files' pins: docs/pictures/wiring*.svg.

`make wiring` writes the drawings and the tables of pins in docs/hardware.md; a test compares.
The pictures of the case come with them, where OpenSCAD can be had.
"""

import ast
import re
import sys

from dev.building import case, pico
from dev.building.pico import (
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    GREY,
    WIRES,
    box,
    button,
    dot,
    line,
    sheet,
    text,
)  # fmt: skip
from dev.fetching.outcome import show
from scorepad import build
from scorepad.sources import SOURCES

PICTURE = SOURCES / "docs" / "pictures" / "wiring.svg"
PICO = PICTURE.with_name("wiring-pico.svg")
GUIDE = SOURCES / "docs" / "hardware.md"
BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
PANEL = ("GND", "VCC", "SCL", "SDA")
NAMES = {
    "esp32": "ESP32-DevKitC",
    "esp32s3": "ESP32-S3-DevKitC-1",
    "esp32c3": "ESP32-C3-DevKitM-1",
    "pico": "Raspberry Pi Pico",
}
WIDTH, HEIGHT = 930, 460
ROW = 44  # between two pins of the board
TOP = 90
BOARD_LEFT, BOARD_RIGHT = 330, 570
BUTTON_X = 150
PANEL_X = 700
GROUND_X = 70
GROUND_Y = TOP + len(BUTTONS) * ROW


def pins(board: str) -> dict[str, int]:
    """Return the pin of each button, of SDA and of SCL, as the board file has them."""
    tree = ast.parse(build.board_file(board).read_text(encoding="utf-8"))
    assigned = {
        ast.unparse(node.targets[0]): node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
    }
    keys = ast.literal_eval(assigned["KEYS"])
    bus = {name: ast.literal_eval(assigned[name]) for name in ("SDA", "SCL")}
    return {**dict(zip(BUTTONS, keys, strict=True)), **bus}


def table() -> str:
    boards = {board: pins(board) for board in build.BOARDS}
    heads = [f"{NAMES[board]} (`{board}`)" for board in boards]
    rows = [f"| signal | {' | '.join(heads)} |", "|---" * (len(boards) + 1) + "|"]
    for name in (*BUTTONS, "SDA", "SCL"):
        numbers = [f"GP{'IO' * (board != 'pico')}{its[name]}" for board, its in boards.items()]
        rows.append(f"| {name} | {' | '.join(numbers)} |")
    return "\n".join(rows)


def guide(text: str) -> str:
    """Return the guide with its table of pins rebuilt."""
    between = "(?<=<!-- pins -->\n).*?(?=<!-- end -->)"
    return re.sub(between, table() + "\n", text, flags=re.DOTALL)


def picture() -> str:
    wired = pins(build.BOARD)
    parts = [*_board(NAMES[build.BOARD]), *_ground()]
    for row, name in enumerate(BUTTONS):
        parts += _button(name, wired[name], TOP + row * ROW)
    for row, name in enumerate(PANEL):
        parts += _panel_wire(name, wired.get(name), TOP + row * ROW)
    parts += _panel()
    return sheet(WIDTH, HEIGHT, parts)


def _board(name: str) -> list[str]:
    middle = (BOARD_LEFT + BOARD_RIGHT) // 2
    return [
        box(BOARD_LEFT, TOP - 30, BOARD_RIGHT - BOARD_LEFT, GROUND_Y - TOP + 60, "#20303c"),
        box(middle - 28, TOP - 20, 56, 60, "#c9ced3"),
        text(middle, TOP + 14, "ESP32", BLACK, "middle"),
        text(middle, TOP - 42, name, BLACK, "middle", 18),
        box(middle - 24, GROUND_Y + 16, 48, 26, "#c9ced3"),
        text(middle, GROUND_Y + 62, "USB: power, and the cable to the PC", BLACK, "middle"),
    ]


def _button(name: str, pin: int, y: int) -> list[str]:
    return [
        line(GREEN, (BOARD_LEFT - 4, y), (BUTTON_X + 28, y)),
        line(BLACK, (BUTTON_X - 28, y), (GROUND_X, y)),
        dot(GROUND_X, y, BLACK),
        *button(BUTTON_X, y),
        text(BUTTON_X + 44, y - 6, name, BLACK),
        *_pin(BOARD_LEFT, y, f"GPIO{pin}", "start"),
    ]


def _ground() -> list[str]:
    """Return the wire that joins one side of all buttons to the board's ground."""
    return [
        line(BLACK, (GROUND_X, TOP), (GROUND_X, GROUND_Y), (BOARD_LEFT - 4, GROUND_Y)),
        text(BUTTON_X + 44, GROUND_Y - 6, "GND", BLACK),
        *_pin(BOARD_LEFT, GROUND_Y, "GND", "start"),
    ]


def _panel_wire(name: str, pin: int | None, y: int) -> list[str]:
    colour = WIRES[name]
    there = {"GND": "GND", "VCC": "3V3"}.get(name, f"GPIO{pin}")
    return [
        line(colour, (BOARD_RIGHT + 4, y), (PANEL_X, y)),
        text((BOARD_RIGHT + PANEL_X) // 2, y - 6, name, colour, "middle"),
        *_pin(BOARD_RIGHT, y, there, "end"),
        dot(PANEL_X + 10, y, GOLD),
    ]


def _panel() -> list[str]:
    """Return the panel's module behind the ends of its wires."""
    high = (len(PANEL) - 1) * ROW + 60
    names = [text(PANEL_X + 20, TOP + row * ROW + 5, name, GREY, "start", 12)
             for row, name in enumerate(PANEL)]  # fmt: skip
    return [
        f'<rect x="{PANEL_X}" y="{TOP - 30}" width="190" height="{high}" rx="6" '
        f'fill="none" stroke="{BLUE}" stroke-width="3"/>',
        box(PANEL_X + 56, TOP - 16, 122, 90, "#101010"),
        text(PANEL_X + 117, TOP + 42, "4♥", "#9fd8ff", "middle", 36),
        text(PANEL_X + 117, TOP + 114, "128x64, I2C", BLACK, "middle", 13),
        *names,
    ]


def _pin(x: int, y: int, name: str, anchor: str) -> list[str]:
    inside = 14 if anchor == "start" else -14
    return [dot(x, y, GOLD), text(x + inside, y + 5, name, "white", anchor)]


def main() -> int:
    """Write all again; return exit status 2 if the case cannot be drawn here."""
    PICTURE.write_text(picture(), encoding="utf-8")
    PICO.write_text(pico.picture(pins("pico")), encoding="utf-8")
    GUIDE.write_text(guide(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    return show(__file__, lambda: case.draw(case.PICTURES))


if __name__ == "__main__":
    sys.exit(main())
