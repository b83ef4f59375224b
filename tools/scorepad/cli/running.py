"""Runs the operation that a command line names, and prints its outcome."""

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from scorepad.cli import output
from scorepad.club.database.named import named
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.language import Language, Text, marked, text
from scorepad.operation import (
    PASSWORD,
    Begins,
    Calculation,
    Change,
    Context,
    Document,
    Operation,
    Outcome,
    Program,
    Report,
    Task,
    build,
    execute,
    parameters,
)
from scorepad.steps import Step, show_nothing

UNCHANGED = marked("Nothing was changed.")
_TROUBLE = 500  # the status of what is wrong with the database
_FOR_PEOPLE = (None, "html", "pdf")  # formats


def run_given(given: argparse.Namespace) -> int:
    """Do what a command line says, and return its exit status. Raise UserError."""
    try:
        with _explain_errors(given):
            return int(given.run(given) or 0)
    except UserError as error:
        if error.status < _TROUBLE:  # else the club's language cannot be read
            with contextlib.suppress(UserError):
                error.said = _language_of(given).say(error.said)
        raise


def _settings_for(given: argparse.Namespace) -> Any:
    return import_module("scorepad.cli.club_settings").settings_for(given)


def _language_of(given: argparse.Namespace) -> Language:
    """Return that of what people read, as given, else the club's; programs read English."""
    options = vars(given)
    if "language" not in given or options.get("json") or options.get("format") not in _FOR_PEOPLE:
        return Language()
    return Language(_settings_for(given).language)


@contextlib.contextmanager
def _explain_errors(given: argparse.Namespace) -> Iterator[None]:
    """Raise UserError instead of what the rows of the club have caused that a command opens."""
    try:
        yield
    except Exception:
        if "club" not in given:
            raise
        with given.club.explaining():
            raise


def run_operation(kind: type[Operation], given: argparse.Namespace) -> int:
    """Run one operation, and return the exit status. Raise UserError."""
    takes = {each.name: each for each in parameters(kind)}
    values = {name: value for name, value in vars(given).items() if name in takes}
    if kind.printable:
        _check_format(given)
    for name, value in values.items():
        if takes[name].param.control == PASSWORD:
            values[name] = import_module("scorepad.cli.club_options").read_new_password(value)
    what = build(kind, values)
    if isinstance(what, Program):
        module, _, function = what.runs.partition(":")
        getattr(import_module("scorepad." + module), function)(what, given)
        return 0
    with _open_club(kind, given) as club:
        terminal = _Terminal(given, _language_of(given))
        outcome = execute(what, club, terminal.context(kind))
        terminal.show(outcome)
    if issubclass(kind, Change) and given.dry_run and not vars(given).get("json"):
        output.show(terminal.language.say(text(UNCHANGED)))
    return outcome.status


def _check_format(given: argparse.Namespace) -> None:
    if given.json and (given.format or given.output is not None):
        raise UserError("--json prints for programs: leave out --format and --output, or --json")
    if given.output is not None and not given.format:
        raise UserError("--output: say with --format what the file shall be, html or pdf")


def _open_club(kind: type[Operation], given: argparse.Namespace) -> AbstractContextManager[Any]:
    if issubclass(kind, Calculation):
        return nullcontext()
    # What they import takes long to load.
    if issubclass(kind, Task) and kind.quick:
        opened = import_module("scorepad.club.database.opening").Database
    else:
        opened = import_module("scorepad.club.records.store").Club
    return import_module("scorepad.cli.club_options").open_for(given, kind.if_missing, opened)


@dataclass(frozen=True)
class _Terminal:
    """Shows an outcome as the options of a command say, in the language that is read there."""

    given: argparse.Namespace
    language: Language

    def context(self, kind: type[Operation]) -> Context:
        """Return everything around an operation that is run from a command line."""
        return Context(
            language=self.language,
            user=import_module("scorepad.context").login_name() if kind.writes else "",
            note=self.note,
            at_ports=self._at_ports,
            ask=self._ask if sys.stdin is not None and sys.stdin.isatty() else None,
            dry_run=issubclass(kind, Change) and self.given.dry_run,
            steps=self._steps,
            database=named(self.given),
            settings=partial(_settings_for, self.given),
        )

    def show(self, outcome: Outcome) -> None:
        """Print an outcome. Raise UserError."""
        as_json = getattr(self.given, "json", False)
        for note in outcome.notes if as_json else (*outcome.notes, *outcome.hints):
            self.note(note)
        if isinstance(outcome, Document):
            output.save(outcome.content, self.given.output)
        elif outcome.in_lines:
            output.show_lines(self._lines(outcome, as_json))
        elif as_json:
            content = outcome.as_json()
            (output.print_json if isinstance(content, Iterator) else output.save_json)(content)
        elif getattr(self.given, "format", None):
            self._save_page(outcome)
        else:
            output.show(*map(self._translate, outcome.parts()))

    def note(self, said: "Outcome | Report | str") -> None:
        """Print what happens before the end of an operation."""
        if isinstance(said, Outcome):
            self.show(said)
        elif isinstance(said, str):
            output.note(self.language.say(said))
        else:
            output.show(self._translate(said))

    def _translate(self, part: "Report | str") -> "Report | str":
        if isinstance(part, str):  # its module takes long to load
            return self.language.say(part)
        said: Report = import_module("scorepad.reports.content.report").in_language(
            part, self.language.code
        )
        return said

    def _lines(self, outcome: Outcome, for_programs: bool) -> list[str]:
        if not for_programs:
            return [self.language.say(part) for part in outcome.parts() if isinstance(part, str)]
        said = outcome.as_json()
        return [] if said is None else [json_text(said, on_one_line=True, ascii_only=True)]

    def _save_page(self, outcome: Outcome) -> None:
        report = outcome.for_paper()
        if report is None:
            raise UserError(text("There is nothing to print."))
        draw = import_module("scorepad.reports.drawing.media").FORMATS[self.given.format]
        page = draw(report.heading, [report], _settings_for(self.given), show_nothing)
        output.save(page, self.given.output)

    def _steps(self, each: Iterable[Step], number: int, what: Text, /) -> Iterable[Step]:
        progress = import_module("scorepad.cli.progress")
        steps: Iterable[Step] = progress.show_steps(each, number, self.language.say(what))
        return steps

    def _at_ports(self, begins: Begins, in_bytes: bool = False) -> Any:
        return import_module("scorepad.cli.progress").at_ports(self.language, begins, in_bytes)

    def _ask(self, said: Text) -> str:
        return input(f"{self.language.say(said)} ")
