"""The director's menu, and the names that a tablet offers for a seat: which keys to press."""

from firmware.ui.screen import LIST, ROW, WIDTH
from scorepad.simulator.tablet import Tablet

PIN = "2905"


def enter(tablet: Tablet, digits: str) -> None:
    """Four digits, each by the shorter way, and OK."""
    for digit in map(int, digits):
        tablet.press(*(["UP"] * digit if digit <= 5 else ["DOWN"] * (10 - digit)), "OK")


def call(tablet: Tablet) -> None:
    """The last row of the menu, in any language: the director."""
    tablet.hold("BACK")
    tablet.press("UP", "OK")
    assert tablet.look().screen == "pin"


def open_menu(tablet: Tablet) -> None:
    """Choose the PIN of a new tablet, which opens the director's menu."""
    call(tablet)
    enter(tablet, PIN)
    enter(tablet, PIN)
    assert tablet.look().screen == "director"


def leave(tablet: Tablet) -> None:
    tablet.press("BACK", "BACK")
    assert tablet.look().screen == "home"


def players(tablet: Tablet, count: int = 5) -> list[str]:
    """The first names that the tablet offers for a seat."""
    tablet.press("OK", "UP", "RIGHT")
    names = []
    for _ in range(count):
        tablet.press("DOWN")
        names.append(marked_name(tablet))
    tablet.press("BACK", "BACK")
    return names


def marked_name(tablet: Tablet) -> str:
    return tablet.look().text[1:-4][marked_row(tablet)]


def marked_row(tablet: Tablet) -> int:
    """The row of a list on which the bar lies, of those that are seen."""
    pixels = tablet.pixels()
    tops = [(LIST + row * ROW + 1) * WIDTH for row in range(3)]
    return next(row for row, top in enumerate(tops) if any(pixels[top : top + 3]))
