"""The fonts of a PDF: one for nearly everything, others for what it does not have.

Together they have every script in which a name is likely to be written, and the suits.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import manimgx_fonts
import manimgx_fonts_cjk
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_SCRIPTS = Path(manimgx_fonts.__file__).parent
_EAST_ASIA = Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc"

BASE = _SCRIPTS / "NotoSans[wght].ttf"
_SUITS = _SCRIPTS / "NotoEmoji[wght].ttf"

_REGULAR = 400  # weight

# Joiners, marks of direction and of variants: they change their neighbours and are not drawn.
UNDRAWN = {*range(0x200C, 0x2010), 0xFE0E, 0xFE0F}


def lacking(text: str) -> str:
    """Return the characters of `text` that no font has."""
    fonts = (BASE, *_fallbacks())
    return "".join(
        character
        for character in dict.fromkeys(text)
        if ord(character) not in UNDRAWN
        and not any(ord(character) in _characters(font) for font in fonts)
    )


def others(text: str) -> dict[Path, frozenset[int]]:
    """Return the fonts that `text` needs apart from BASE, each with its characters."""
    missing = frozenset(map(ord, text)) - _characters(BASE)
    needed = {}
    for font in _fallbacks():
        if missing and (found := missing & _characters(font)):
            needed[font] = found
            missing -= found
    return needed


def regular(font: Path, needed: frozenset[int], folder: Path) -> Path:
    """Return the font in the weight of a book's: its file, or a new one in `folder`.

    A new file has the characters `needed`. A variable font is drawn as its default has it, and
    that of East Asia is a hairline.
    """
    if _is_regular(font):
        return font
    made = folder / f"{font.stem}.otf"
    made.write_bytes(_make_regular(font, needed | {ord(" ")}))
    return made


@cache
def _is_regular(font: Path) -> bool:
    """Return True if its default weight is regular."""
    with TTFont(font, fontNumber=0, lazy=True) as opened:
        (weight,) = (axis for axis in opened["fvar"].axes if axis.axisTag == "wght")
        return bool(weight.defaultValue == _REGULAR)


@lru_cache(maxsize=8)
def _make_regular(font: Path, characters: frozenset[int]) -> bytes:
    """Return the font with only these characters: all of them would take a minute."""
    with TTFont(font, fontNumber=0, lazy=True) as opened:
        subsetter = Subsetter(Options(layout_features=["*"]))
        subsetter.populate(unicodes=characters)
        subsetter.subset(opened)
        made = BytesIO()
        instantiateVariableFont(opened, {"wght": _REGULAR}).save(made)
    return made.getvalue()


def _fallbacks() -> Iterator[Path]:
    """Yield the fonts: suits first, because every sheet has them; the largest last."""
    yield _SUITS
    yield from sorted(font for font in _SCRIPTS.glob("NotoSans*.ttf") if "Italic" not in font.name)
    yield _EAST_ASIA


@cache
def _characters(font: Path) -> frozenset[int]:
    with TTFont(font, fontNumber=0, lazy=True) as opened:
        opened.setGlyphOrder([""] * opened["maxp"].numGlyphs)  # to make names takes much longer
        return frozenset(opened.getBestCmap())
