"""HTML with texts in it, which are said where a page is drawn."""

from collections.abc import Callable
from typing import Self

from markupsafe import Markup

from scorepad.language import Text, say_in


class Html(Text):
    """HTML of a part of a page; `make` makes it in the language of that, by its code."""

    make: Callable[[str], Markup]

    def __new__(cls, make: Callable[[str], Markup]) -> Self:
        made = str.__new__(cls, cls.__name__)
        made.make = make
        return made

    def in_language(self, code: str) -> Markup:
        """Return the HTML, said in a language."""
        return self.make(code)


def fill_html(template: str, **values: object) -> Html:
    """Return HTML with values in its braces: a text, other HTML, or a list of that."""

    def make(code: str) -> Markup:
        said = {name: _say(value, code) for name, value in values.items()}
        return Markup(template).format(**said)

    return Html(make)


def _say(value: object, code: str) -> object:
    if isinstance(value, list):
        return Markup("").join([each.in_language(code) for each in value])
    return say_in(code, value) if isinstance(value, str) else value
