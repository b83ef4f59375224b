"""The language of what people read: English stands in the code, others in catalogues of gettext.

A catalogue is a file in `languages`, named for its language: `de.po`. A further language is one
more such file. What is for programs is in English.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any, Self

from scorepad.errors import Remedy

ENGLISH = "en"
CATALOGUES = Path(__file__).with_name("languages")

_NOTHING: Mapping[str, object] = {}
_LEADING = ("session", "sessions")  # values of these names lead to pages
_PLAIN = frozenset((str, int, date, datetime))  # others may


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po"))


class SessionId(str):
    """The id of a session, in a sentence or a cell."""


class Sentence(str):
    """A sentence as it is said, with values that pages lead to.

    pieces: in order, strings and what they lead to: SessionId, Remedy, a link of a report
    """

    pieces: tuple[object, ...]

    def __new__(cls, pieces: Iterable[object]) -> Self:
        pieces = tuple(each for each in pieces if each != "")
        made = super().__new__(cls, "".join(map(str, pieces)))
        made.pieces = pieces
        return made


def pieces_of(said: object) -> tuple[object, ...]:
    """Return the pieces of what is said; of anything but a sentence that alone."""
    return getattr(said, "pieces", (said,))


def change_words(said: str, change: Callable[[str], str]) -> str:
    """Return what is said with other words, but with what pages lead to as it is."""
    if not hasattr(said, "pieces"):
        return change(said)
    return Sentence(change(piece) if type(piece) is str else piece for piece in said.pieces)


def _join(separator: str, parts: Iterable[str]) -> str:
    """Return what is said in a row, as a Sentence if one of them is that."""
    parts = list(parts)
    if not any(isinstance(each, SessionId) or hasattr(each, "pieces") for each in parts):
        return separator.join(parts)
    apart = chain.from_iterable((separator, *pieces_of(each)) for each in parts)
    return Sentence(list(apart)[1:])


class Text(str):
    """A sentence and its values, translated where somebody reads it, never where it is made.

    As a str it is the sentence in English. A value may be a Text too, or a Remedy; one that is
    called `session` is the id of a session, and `sessions` are several. Pages lead to what these
    are.

    context: which meaning of the word, as of gettext's msgctxt
    many: the plural form, "" if nothing is counted, and `number` how many there are
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

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.separator, self.parts

    def in_language(self, code: str) -> str:
        """Return the texts in a language."""
        parts = [say_in(code, part) for part in self.parts]
        return _join(say_in(code, self.separator), parts)


class Adapted(Text):
    """A text that is changed where it is said."""

    said: str
    change: Callable[[str, str], str]

    def __new__(cls, said: str, change: Callable[[str, str], str]) -> Self:
        made = str.__new__(cls, change(said, ENGLISH))
        made.said, made.change = said, change
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.said, self.change

    def in_language(self, code: str) -> str:
        """Return the text in a language."""
        return self.change(say_in(code, self.said), code)


def adapt(said: str, change: Callable[[str, str], str]) -> str:
    """Return a text that is changed where it is said; `change`: of its words in a language."""
    return Adapted(said, change) if isinstance(said, Text) else change(said, ENGLISH)


def make_sentence(said: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end."""
    return begin_sentence(joined((said, "."), ""))


def begin_sentence(said: str) -> str:
    """Return a text with a capital at its beginning."""
    return adapt(said, _begin)


def _begin(said: str, _: str) -> str:
    first, *others = pieces_of(said)
    if isinstance(first, SessionId) or not isinstance(first, str):  # pages lead to it
        return said
    begin = f"{first[:1].upper()}{first[1:]}"
    return Sentence((begin, *others)) if others else begin


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
    if type(said) is str:  # most cells of large tables
        return said
    return said.in_language(code) if isinstance(said, Text) else said


def _say(
    code: str, message: str, values: Mapping[str, object], context: str, many: str, number: int
) -> str:
    if many:
        said = _catalogue(code).ngettext(message, many, number)
    else:
        said = _translate(code, context, message)
    if not values:
        return said
    return _fill(
        said, {n: v.in_language(code) if isinstance(v, Text) else v for n, v in values.items()}
    )


@lru_cache(4096)
def _translate(code: str, context: str, message: str) -> str:
    if context:
        return _catalogue(code).pgettext(context, message)
    return _catalogue(code).gettext(message) if message else ""


def _fill(message: str, values: Mapping[str, object]) -> str:
    """Return a message with its values, as a Sentence if pages lead to one of them."""
    if values.keys().isdisjoint(_LEADING) and _PLAIN.issuperset(map(type, values.values())):
        return message.format(**values)
    leading = {name: tuple(_lead(name, value)) for name, value in values.items()}
    if not any(leading.values()):
        return message.format(**values)
    pieces, made = list[object](), Formatter()
    for words, name, form, conversion in made.parse(message):
        pieces.append(words)
        if name is not None:
            value = made.convert_field(values[name], conversion)
            pieces += leading[name] or [made.format_field(value, form or "")]
    return Sentence(pieces)


def _lead(name: str, value: object) -> Iterable[object]:
    """Return the pieces of a value that pages lead to, of others nothing."""
    if name == "session" and value:
        return [SessionId(value)]
    if name == "sessions" and isinstance(value, (list, tuple)):
        return pieces_of(_join(", ", map(SessionId, value)))
    return [value] if isinstance(value, (Remedy, SessionId)) else getattr(value, "pieces", ())


@dataclass(frozen=True)
class Language:
    """A language that readers understand, by its code."""

    code: str = ENGLISH

    def say(self, said: str) -> str:
        """Return a text in this language; a plain string is returned as it is."""
        return say_in(self.code, said)


def marked(text: str) -> str:
    """Return the text unchanged: it is marked for the catalogues, and is translated later."""
    return text


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    # Not at the top: most commands speak English, or nothing that people read.
    from polib import pofile  # noqa: PLC0415

    return GNUTranslations(BytesIO(pofile(str(CATALOGUES / f"{language}.po")).to_binary()))
