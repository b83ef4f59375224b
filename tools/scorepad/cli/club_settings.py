"""The club's settings for a command: what it prints is in the club's language, on its paper."""

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorepad.club.database.named import is_there, named
from scorepad.club.records.evenings import ending
from scorepad.club.records.quick import quick
from scorepad.club.settings.current import Settings, current
from scorepad.language import ENGLISH, speaking

_SAID = ("paper", "language")  # by options, for one command
_FOR_PEOPLE = (None, "html", "pdf")


def settings_for(given: argparse.Namespace) -> Settings:
    """The settings of the club that is named, and what options say instead. Raises UserError."""
    where = named(given)
    found = current(quick(where, partial(_ask, where))) if is_there(where) else Settings()
    options = {name: getattr(given, name, None) for name in _SAID}
    return replace(found, **{name: value for name, value in options.items() if value})


@contextlib.contextmanager
def as_set(given: argparse.Namespace) -> Iterator[None]:
    """While a command runs that takes --language: evenings end as the club has set.

    What people read is in the language that is given, else in the club's; what is for programs is
    in English. Raises UserError.
    """
    settings, kind = settings_for(given), getattr(given, "format", None)
    for_programs = kind not in _FOR_PEOPLE or vars(given).get("json")
    language = ENGLISH if for_programs else settings.language
    with ending(settings.evening_ends), speaking(language):
        yield


def _ask(where: str | None, sql: str, values: dict[str, Any]) -> Sequence[Sequence[Any]]:
    """Where a look at the file is not enough."""
    # Not at the top: what it imports takes long to load.
    from scorepad.club.database.opening import Absent  # noqa: PLC0415
    from scorepad.club.records.store import Club  # noqa: PLC0415

    with Club(where, absent=Absent.EMPTY) as club:
        return club.ask(sql, values)
