"""The fonts of a PDF: one for nearly everything, others for what it does not have.

Together they have every script in which a name is likely to be written, and the suits.
"""

from collections.abc import Iterator
from pathlib import Path

import manimgx_fonts
import manimgx_fonts_cjk
from fontTools.ttLib import TTFont

from scorepad.errors import UserError

_SCRIPTS = Path(manimgx_fonts.__file__).parent
_EAST_ASIA = Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc"

BASE = _SCRIPTS / "NotoSans[wght].ttf"
_SUITS = _SCRIPTS / "NotoEmoji[wght].ttf"

_JOINERS = {0x200C, 0x200D}  # they shape their neighbours and are not drawn
_MARKS = {*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFE0E, 0xFE0F}
UNDRAWN = _JOINERS | _MARKS


def others(text: str) -> list[Path]:
    """The fonts that `text` needs besides BASE. Raises UserError for what none of them has."""
    missing = {ord(character) for character in text} - _characters(BASE) - UNDRAWN
    needed = []
    for font in _fallbacks():
        if not missing:
            break
        found = missing & _characters(font)
        if found:
            needed.append(font)
            missing -= found
    if missing:
        raise UserError(f"pdf has no font for {chr(min(missing))!a}; export html and print that")
    return needed


def _fallbacks() -> Iterator[Path]:
    """The suits first: they are on every sheet; the largest last."""
    yield _SUITS
    yield from sorted(font for font in _SCRIPTS.glob("NotoSans*.ttf") if "Italic" not in font.name)
    yield _EAST_ASIA


def _characters(font: Path) -> set[int]:
    with TTFont(font, fontNumber=0, lazy=True) as opened:
        return set(opened.getBestCmap())
