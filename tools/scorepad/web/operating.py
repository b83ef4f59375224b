"""Runs operations for pages, and says what they have done as parts of a page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from scorepad import operations
from scorepad.club.records.store import Club
from scorepad.club.settings.current import Settings, current
from scorepad.context import COMMAND, Actor, login_name
from scorepad.errors import UserError
from scorepad.language import Language, Text, change_words, joined
from scorepad.operation import Change, Context, Operation, Outcome, build, execute
from scorepad.reports.content.report import Report
from scorepad.steps import Step

Files = Mapping[str, bytes]
Progress = Callable[[int, int, str], None]  # how much is done, of how much, and what it is
Parts = list[Report | str]  # what a page shows; Markup is a `str` that is shown as it is
NO_FILES: Files = MappingProxyType({})
_PROGRAMS = Language()  # read English
_CANNOT = 2  # the status of an outcome that is only why nothing was done
_FOR_PEOPLE = ("html", "pdf")


@dataclass
class Told:
    """An outcome with its readable parts, after the notes before it."""

    outcome: Outcome
    parts: Parts = field(default_factory=list)


def ask(club: Club, command: str, **given: Any) -> Outcome:
    """Return what a query finds. Raise UserError."""
    return perform(club, operations.find(command), given).outcome


def show(club: Club, command: str, **given: Any) -> Parts:
    """Return what a query shows to people. Raise UserError."""
    return perform(club, operations.find(command), given).parts


def perform(
    club: Club,
    kind: type[Operation],
    given: Mapping[str, Any],
    files: Files | None = NO_FILES,
    progress: Progress | None = None,
    dry_run: bool = False,
    expected: Mapping[str, int] | None = None,
    actor: Actor = COMMAND,
    reader: Language = _PROGRAMS,
) -> Told:
    """Build an operation and execute it. Raise UserError.

    `expected`: as of Context; `files`: all that it can read, by their names; None for those of
    this machine. `progress` hears how far long work has come.
    """
    said = Parts()
    what = build(kind, given, files)
    language = _language(club, what, reader)
    context = Context(
        language=language,
        user=login_name() if kind.writes else "",
        actor=actor,
        note=lambda shown: said.extend(_read(shown)),
        steps=partial(_report_steps, progress),
        dry_run=dry_run and issubclass(kind, Change),
        expected=expected or {},
        settings=partial(_settings, club, what, language),
    )
    with club.explaining():
        outcome = execute(what, club, context)
        if outcome.status == _CANNOT:
            why = [each for each in (*said, *outcome.notes) if isinstance(each, str)]
            raise UserError(joined(why, "; "))
        return Told(outcome, [*said, *_read(outcome)])


def _read(said: Outcome | Report | str) -> Parts:
    if isinstance(said, Outcome):
        return [item for part in (*said.notes, *said.hints, *said.parts()) for item in _read(part)]
    return [said]


def _language(club: Club, what: Any, reader: Language) -> Language:
    """Return that of the reader; of a file that of the club, or English for programs."""
    if not what.makes_file:
        return reader
    if what.format not in _FOR_PEOPLE:
        return _PROGRAMS
    return Language(what.language or current(club.ask).language)


def _settings(club: Club, what: Operation, language: Language) -> Settings:
    found = replace(current(club.ask), language=language.code)
    if not type(what).makes_file:
        return found
    said = {name: getattr(what, name, None) for name in ("paper", "language")}
    return replace(found, **{name: value for name, value in said.items() if value})


def _report_steps(
    progress: Progress | None, each: Iterable[Step], number: int, what: Text, /
) -> Iterator[Step]:
    for done, step in enumerate(each):
        if progress:
            progress(done, number, what)
        yield step


def hide(said: str, place: str, name: str) -> str:
    """Return a text in which a place on this machine is called by a name."""
    return change_words(said, lambda words: words.replace(place, name))
