"""The language of what people read: English stands in the code, others in catalogues of gettext.

A catalogue is a file in `languages`, named for its language: `de.po`. A further language is one
more such file. What is for programs is said while no other language is spoken.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from scorepad.context import setting

ENGLISH = "en"
CATALOGUES = Path(__file__).with_name("languages")

_spoken = ContextVar("spoken", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """All that can be spoken, by their codes; English first."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po"))


def speaking(language: str) -> AbstractContextManager[None]:
    """As long as it lasts all texts are in this language, one of `languages`."""
    return setting(_spoken, language)


def spoken() -> str:
    """The code of the language that is spoken now."""
    return _spoken.get()


@dataclass(frozen=True)
class Text:
    """A sentence and its values, translated where somebody reads it, never where it is made.

    A value may be a Text too. `context`: which meaning of the word, as of gettext's msgctxt;
    `many`: the plural form, "" if nothing is counted, and `number` how many there are.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)
    context: str = ""
    many: str = ""
    number: int = 0

    def __str__(self) -> str:
        return Language(_spoken.get()).say(self)


@dataclass(frozen=True)
class Joined(Text):
    """Several texts in a row, with a separator between them."""

    parts: tuple["Text | str", ...] = ()


def text(message: str, /, **values: object) -> Text:
    """Return a sentence to be translated later; `values` fill the names in braces."""
    return Text(message, values)


def text_as(context: str, message: str) -> Text:
    """Return a word that has several meanings, of which `context` names one."""
    return Text(message, context=context)


def text_counted(number: int, one: str, many: str, **values: object) -> Text:
    """Return the sentence for a number of things: `one` or `many`, in which is `{number}`."""
    return Text(one, {**values, "number": number}, many=many, number=number)


def joined(parts: "Iterable[Text | str]", separator: str = ", ") -> Text:
    """Return several texts as one."""
    return Joined(separator, parts=tuple(parts))


@dataclass(frozen=True)
class Language:
    """A language that readers understand, by its code."""

    code: str = ENGLISH

    def say(self, said: Text | str) -> str:
        """Return a text in this language; a plain string is returned as it is."""
        if not isinstance(said, Text):
            return said
        if isinstance(said, Joined):
            return said.message.join(map(self.say, said.parts))
        catalogue = _catalogue(self.code)
        if said.many:
            message = catalogue.ngettext(said.message, said.many, said.number)
        elif said.context:
            message = catalogue.pgettext(said.context, said.message)
        else:
            message = catalogue.gettext(said.message) if said.message else ""
        if not said.values:
            return message
        values = said.values.items()
        return message.format(**{n: self.say(v) if isinstance(v, Text) else v for n, v in values})


def say(text: str, **values: object) -> str:
    """The text as the language has it; `values` take the places of their names in braces."""
    said = _catalogue(_spoken.get()).gettext(text) if text else ""
    return said.format(**values) if values else said


def say_as(context: str, text: str) -> str:
    """The same of a word that has several meanings; `context` says which is meant."""
    return _catalogue(_spoken.get()).pgettext(context, text)


def counted(number: int, one: str, many: str, **values: object) -> str:
    """A number of things: `one` or `many`, in which `{number}` is how many."""
    said = _catalogue(_spoken.get()).ngettext(one, many, number)
    return said.format(number=number, **values)


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
