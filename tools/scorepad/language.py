"""The language of what people read: English stands in the code, others in catalogues of gettext.

A catalogue is a file in `languages`, named for its language: `de.po`. A further language is one
more such file. What is for programs is said while no other language is spoken.
"""

from contextlib import AbstractContextManager
from contextvars import ContextVar
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
