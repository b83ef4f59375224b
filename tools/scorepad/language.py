"""The language of what people read: English stands in the code, others in catalogues of gettext.

A catalogue is a file in `languages`, named for its language: `de.po`. A further language is one
more such file. What is for programs is in English.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Self

ENGLISH = "en"
CATALOGUES = Path(__file__).with_name("languages")

_NOTHING: Mapping[str, object] = {}


@cache
def languages() -> tuple[str, ...]:
    """All that can be spoken, by their codes; English first."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po"))


class Text(str):
    """A sentence and its values, translated where somebody reads it, never where it is made.

    As a str it is the sentence in English. A value may be a Text too. `context`: which meaning of
    the word, as of gettext's msgctxt; `many`: the plural form, "" if nothing is counted, and
    `number` how many there are.
    """

    message: str
    values: Mapping[str, object]
    context: str
    many: str
    number: int

    def __new__(
        cls,
        message: str,
        values: Mapping[str, object] = _NOTHING,
        context: str = "",
        many: str = "",
        number: int = 0,
    ) -> Self:
        made = super().__new__(cls, _say(ENGLISH, message, values, context, many, number))
        made.message, made.values = message, values
        made.context, made.many, made.number = context, many, number
        return made

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __add__(self, other: str) -> "Text":
        return joined((self, other), "")

    def __radd__(self, other: str) -> "Text":
        return joined((other, self), "")

    def in_language(self, code: str) -> str:
        """Return the sentence in a language, one of `languages`."""
        return _say(code, self.message, self.values, self.context, self.many, self.number)


class Joined(Text):
    """Several texts in a row, with a separator between them."""

    parts: tuple[str, ...]
    separator: str

    def __new__(cls, separator: str, parts: Iterable[str]) -> Self:
        parts = tuple(parts)
        made = str.__new__(cls, separator.join(parts))
        made.separator, made.parts = separator, parts
        return made

    def in_language(self, code: str) -> str:
        """Return the texts in a language."""
        parts = [say_in(code, part) for part in self.parts]
        return say_in(code, self.separator).join(parts)


class Adapted(Text):
    """A text that is changed where it is said."""

    said: str
    change: Callable[[str, str], str]

    def __new__(cls, said: str, change: Callable[[str, str], str]) -> Self:
        made = str.__new__(cls, change(said, ENGLISH))
        made.said, made.change = said, change
        return made

    def in_language(self, code: str) -> str:
        """Return the text in a language."""
        return self.change(say_in(code, self.said), code)


def adapted(said: str, change: Callable[[str, str], str]) -> str:
    """Return a text that is changed where it is said; `change`: of its words in a language."""
    return Adapted(said, change) if isinstance(said, Text) else change(said, ENGLISH)


def sentence(said: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end."""
    return adapted(said, lambda words, _: f"{words[:1].upper()}{words[1:]}.")


def text(message: str, /, **values: object) -> Text:
    """Return a sentence to be translated later; `values` fill the names in braces."""
    return message if isinstance(message, Text) else Text(message, values)


def text_as(context: str, message: str) -> Text:
    """Return a word that has several meanings, of which `context` names one."""
    return Text(message, context=context)


def text_counted(number: int, one: str, many: str, **values: object) -> Text:
    """Return the sentence for a number of things: `one` or `many`, in which is `{number}`."""
    return Text(one, {**values, "number": number}, many=many, number=number)


def joined(parts: Iterable[str], separator: str = ", ") -> Text:
    """Return several texts as one."""
    return Joined(separator, parts)


def say_in(code: str, said: str) -> str:
    """Return a text in a language; a string that is no Text is returned as it is."""
    return said.in_language(code) if isinstance(said, Text) else said


def _say(
    code: str, message: str, values: Mapping[str, object], context: str, many: str, number: int
) -> str:
    catalogue = _catalogue(code)
    if many:
        said = catalogue.ngettext(message, many, number)
    elif context:
        said = catalogue.pgettext(context, message)
    else:
        said = catalogue.gettext(message) if message else ""
    if not values:
        return said
    return said.format(
        **{n: v.in_language(code) if isinstance(v, Text) else v for n, v in values.items()}
    )


@dataclass(frozen=True)
class Language:
    """A language that readers understand, by its code."""

    code: str = ENGLISH

    def say(self, said: str) -> str:
        """Return a text in this language; a plain string is returned as it is."""
        return say_in(self.code, said)


say, say_as, counted = text, text_as, text_counted


def marked(text: str) -> str:
    """The text itself: it is in the catalogues, and is said later."""
    return text


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    # Not at the top: most commands speak English, or nothing that people read.
    from polib import pofile  # noqa: PLC0415

    return GNUTranslations(BytesIO(pofile(str(CATALOGUES / f"{language}.po")).to_binary()))
