"""Names in the letters that a tablet's fonts have.

They have those of Latin-1 and Latin Extended-A. Cyrillic and Greek letters become those that stand
in passports (ICAO Doc 9303, part 3; ELOT 743), other Latin ones the letter that is nearest. Of
other scripts nothing is left.
"""

import itertools
import re
import unicodedata

from firmware.ui.fonts import letters, small

_LATIN = map(chr, range(letters.FIRST, letters.FIRST + len(letters.SPELT) // 2))
_DRAWN = itertools.filterfalse(unicodedata.combining, small.CHARS)
HAS = {*_DRAWN, *_LATIN} - {"\x7f", "ɪ"}
_OTHERS = "абвгдежзиклмнопрстуфхцчшщъыэюяєіјљњћђџѕґαβγδεζηθικλμνξοπρσςτυφχψωəɛɔɓɗƙ"
_BASES = """
a b v g d e zh z i k l m n o p r s t u f kh ts ch sh shch ie y e iu ia ie i j lj nj c d dz dz g
a v g d e z i th i k l m n x o p r s s t y f ch ps o e e o b d k
"""
_BECOME = {
    **dict(zip(_OTHERS, _BASES.split(), strict=True)),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("‘‛ʻʼʹ′´", "'"),
    **dict.fromkeys("“”„«»″", '"'),
    "⁄": "/",
}


def fold_name(name: str) -> str:
    """Return a name, in NFC, in letters of the fonts, "" if no letter or digit remains."""
    said = " ".join(map(_fold_word, name.split()))
    return " ".join(said.split()) if any(map(str.isalnum, said)) else ""


def _fold_word(word: str) -> str:
    said = "".join(map(_fold, re.sub("([οΟ])[υύΥΎ]", r"\1u", word)))
    return said.upper() if len(word) > 1 and word.isupper() else said  # ЩУКА is not "ShchUKA"


def _fold(character: str) -> str:
    """Return a character, or its replacement: as much of it as the fonts have."""
    small_letter = character.lower()
    if {character, small_letter} & HAS:
        return character if character in HAS else small_letter
    if become := _BECOME.get(small_letter):
        return become if character == small_letter else become.capitalize()
    # A comma below is what a cedilla is in Latin Extended-A.
    base, *marks = [*unicodedata.normalize("NFKD", character).replace("\u0326", "\u0327")]
    if not all(map(unicodedata.combining, marks)):
        return "".join(map(_fold, (base, *marks)))
    for end in range(len(marks), 0, -1):
        made = unicodedata.normalize("NFC", base + "".join(marks[:end]))
        if made in HAS:
            return made
    return _fold(base) if base != character else ""


def is_drawn_by_browsers(name: str) -> bool:
    """Return True if a phone can show the name letter by letter, from left to right."""
    return name.isprintable() and not {"R", "AL"} & set(map(unicodedata.bidirectional, name))
