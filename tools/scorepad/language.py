"""The language of what people read: English stands in the code, others in catalogues of gettext.

A catalogue is a file in `languages`, named for its language: `de.po`. A further language is one
more such file. What is for programs is said while no other language is spoken.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Self

from scorepad.context import setting
from scorepad.errors import Remedy

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


class SessionId(str):
    """The id of a session, in a sentence or a cell."""


class Sentence(str):
    """A sentence with values that pages lead to.

    pieces: in order, strings and what they lead to: SessionId, Remedy
    """

    pieces: tuple[object, ...]

    def __new__(cls, pieces: "Iterable[object]") -> Self:
        pieces = tuple(each for each in pieces if each != "")
        made = super().__new__(cls, "".join(map(str, pieces)))
        made.pieces = pieces
        return made

    def __deepcopy__(self, _: object) -> Self:
        return self


def change_words(said: str, change: Callable[[str], str]) -> str:
    """Return a text with other words, but with what pages lead to as it is."""
    if not hasattr(said, "pieces"):
        return change(said)
    return Sentence(change(piece) if type(piece) is str else piece for piece in pieces_of(said))


def pieces_of(said: object) -> tuple[object, ...]:
    """Return the pieces of a sentence; of anything else that alone."""
    return getattr(said, "pieces", (said,))


def begin_sentence(said: str) -> str:
    """Return a text with a capital at its beginning."""
    first, *others = pieces_of(said)
    begun = str(first)[:1].upper() + str(first)[1:]
    return Sentence([begun, *others]) if others else begun


def join(separator: str, parts: "Iterable[str]") -> str:
    """Return strings in a row, as a Sentence if one of them is that."""
    parts = list(parts)
    if not any(isinstance(each, SessionId) or hasattr(each, "pieces") for each in parts):
        return separator.join(parts)
    apart = chain.from_iterable((separator, *pieces_of(each)) for each in parts)
    return Sentence(list(apart)[1:])


@dataclass(frozen=True)
class Text:
    """A sentence and its values, translated where somebody reads it, never where it is made.

    A value may be a Text too, or a Remedy; one that is called `session` is the id of a session,
    and `sessions` are several. Pages lead to what these are.

    context: which meaning of the word, as of gettext's msgctxt
    many: the plural form, "" if nothing is counted, and `number` how many there are
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
            return join(said.message, map(self.say, said.parts))
        catalogue = _catalogue(self.code)
        if said.many:
            message = catalogue.ngettext(said.message, said.many, said.number)
        elif said.context:
            message = catalogue.pgettext(said.context, said.message)
        else:
            message = catalogue.gettext(said.message) if said.message else ""
        values = said.values.items()
        return _fill(message, {n: self.say(v) if isinstance(v, Text) else v for n, v in values})


def _fill(message: str, values: Mapping[str, object]) -> str:
    """Return a message with its values, as a Sentence if pages lead to one of them."""
    leading = {name: tuple(_lead(name, value)) for name, value in values.items()}
    if not any(leading.values()):
        return message.format(**values) if values else message
    pieces, made = list[object](), Formatter()
    for text, name, form, conversion in made.parse(message):
        pieces.append(text)
        if name is not None:
            value = made.convert_field(values[name], conversion)
            pieces += leading[name] or [made.format_field(value, form or "")]
    return Sentence(pieces)


def _lead(name: str, value: object) -> "Iterable[object]":
    """Return the pieces of a value that pages lead to, of others nothing."""
    if name == "session" and value:
        return [SessionId(value)]
    if name == "sessions" and isinstance(value, (list, tuple)):
        return pieces_of(join(", ", map(SessionId, value)))
    return [value] if isinstance(value, (Remedy, SessionId)) else getattr(value, "pieces", ())


def say(text: str, **values: object) -> str:
    """The text as the language has it; `values` take the places of their names in braces."""
    return _fill(_catalogue(_spoken.get()).gettext(text) if text else "", values)


def say_as(context: str, text: str) -> str:
    """The same of a word that has several meanings; `context` says which is meant."""
    return _catalogue(_spoken.get()).pgettext(context, text)


def counted(number: int, one: str, many: str, **values: object) -> str:
    """A number of things: `one` or `many`, in which `{number}` is how many."""
    said = _catalogue(_spoken.get()).ngettext(one, many, number)
    return _fill(said, {"number": number, **values})


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
