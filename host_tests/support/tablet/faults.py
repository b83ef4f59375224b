"""What is wrong with a picture of the panel: texts that are cut, leave it, or touch something."""

from types import ModuleType

from firmware.ui.fonts import huge, large, medium, small
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.tablet import Shot
from support.tablet.glyphs import glyph

FONTS = {font.HEIGHT: font for font in (huge, large, medium, small)}
Pixel = tuple[int, int]
PANEL = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}
_UNKNOWN = "\x7f"  # the hollow box for what a font does not have
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def lit(font: ModuleType, said: str, x: int, y: int) -> set[Pixel]:
    """The pixels that a text lights, or darkens on a bar."""
    pixels = set()
    for character in [each if each in font.CHARS else _UNKNOWN for each in said]:
        pixels |= {(x + right, y + down) for right, down in glyph(font, character)}
        x += font.WIDTHS[font.CHARS.index(character)]
    return pixels


def faults(shot: Shot) -> list[str]:
    """What is cut, off the screen, drawn over something else, or touches it.

    A lit text has a dark pixel beside it everywhere, a dark one on a bar a lit pixel.
    """
    found = [f"{said} is cut" for said in shot.cut]
    taken: dict[Pixel, str] = {}
    for high, x, y, said in shot.drawn:
        pixels = lit(FONTS[high], said, x, y)
        if not pixels <= PANEL:
            found.append(f"{said} leaves the screen")
        found += [f"{said} is drawn over {taken[pixel]}" for pixel in pixels & taken.keys()]
        taken |= dict.fromkeys(pixels, said)
        if _touched(shot, pixels & PANEL):
            found.append(f"{said} touches what is beside it")
    return sorted(set(found))


def _touched(shot: Shot, pixels: set[Pixel]) -> bool:
    """Whether a pixel beside those of a text looks like them; beside the panel all is dark."""
    beside = {(x + right, y + down) for x, y in pixels for right, down in _AROUND} - pixels
    shown = {_shown(shot, pixel) for pixel in pixels}
    return bool(pixels) and bool(shown & {_shown(shot, pixel) for pixel in beside})


def _shown(shot: Shot, pixel: Pixel) -> int:
    """1 if it is lit."""
    return shot.pixels[pixel[1] * WIDTH + pixel[0]] if pixel in PANEL else 0
