"""The signs of print, which HTML and PDF have and a terminal has not."""

import re

from scorepad.language import change_words, text

_NEGATIVE = re.compile(r"(?<!\w)-(?=\d)")
DRAWING = text("drawing pages")
_FIGURE_SPACE = "\u2007"  # as wide as a digit


def use_print_signs(text: str) -> str:
    """Return a text with minus signs, and spaces at its end as wide as digits."""
    return change_words(text, _print)


def _print(text: str) -> str:
    bare = text.rstrip(" ")
    return _NEGATIVE.sub("−", bare) + _FIGURE_SPACE * (len(text) - len(bare))
