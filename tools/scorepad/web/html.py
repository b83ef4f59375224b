"""HTML with texts in it, which are said where a page is drawn."""

from collections.abc import Mapping
from typing import Self

from markupsafe import Markup

from scorepad.language import Text, say_in


class Html(Text):
    """HTML with values in braces: a text, other HTML, or several of that in a row."""

    template: Markup
    given: Mapping[str, object]

    def __new__(cls, template: str, **given: object) -> Self:
        made = str.__new__(cls, template)
        made.template, made.given = Markup(template), given
        return made

    def in_language(self, code: str) -> Markup:
        """Return the HTML, said in a language."""
        return self.template.format(**{n: _said(value, code) for n, value in self.given.items()})


def _said(value: object, code: str) -> object:
    if isinstance(value, (list, tuple)):
        return Markup("").join([each.in_language(code) for each in value])
    return say_in(code, value) if isinstance(value, str) else value
