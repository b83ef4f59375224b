"""Runs the operation that a command line names, and prints its outcome."""

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import Any

from scorepad.cli import output
from scorepad.club.database.named import named
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.language import Language, Text, marked, say, spoken, text
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
    Task,
    build,
    execute,
    parameters,
)
from scorepad.steps import Step, show_nothing

UNCHANGED = marked("Nothing was changed.")


def run_given(given: argparse.Namespace) -> int:
    """Do what a command line says, and return its exit status. Raise UserError."""
    with settings_of(given), _explaining(given):
        return int(given.run(given) or 0)


def settings_of(given: argparse.Namespace) -> AbstractContextManager[None]:
    """Let the club's settings hold while a command runs, where it prints what people read."""
    if "language" not in given:
        return nullcontext()
    settings = import_module("scorepad.cli.club_settings")
    return settings.as_set(given)


@contextlib.contextmanager
def _explaining(given: argparse.Namespace) -> Iterator[None]:
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
    with _opened(kind, given) as club:
        outcome = execute(what, club, _context(kind, given))
        _show(outcome, given)
    if issubclass(kind, Change) and given.dry_run and not vars(given).get("json"):
        output.show(say(UNCHANGED))
    return outcome.status


def _check_format(given: argparse.Namespace) -> None:
    if given.json and (given.format or given.output is not None):
        raise UserError("--json prints for programs: leave out --format and --output, or --json")
    if given.output is not None and not given.format:
        raise UserError("--output: say with --format what the file shall be, html or pdf")


def _context(kind: type[Operation], given: argparse.Namespace) -> Context:
    return Context(
        language=Language(spoken()),
        user=import_module("scorepad.cli.club_options").login() if kind.writes else "",
        note=partial(_show_note, given),
        at_ports=_show_ports,
        ask=_ask if sys.stdin is not None and sys.stdin.isatty() else None,
        dry_run=issubclass(kind, Change) and given.dry_run,
        steps=_show_steps,
        database=named(given),
        settings=lambda: import_module("scorepad.cli.club_settings").settings_for(given),
    )


def _opened(kind: type[Operation], given: argparse.Namespace) -> AbstractContextManager[Any]:
    if issubclass(kind, Calculation):
        return nullcontext()
    opened = partial(_open, given, kind.if_missing)
    if issubclass(kind, Task) and kind.quick:
        return import_module("scorepad.club.records.quick").QuickClub(named(given), opened)
    return opened()


def _open(given: argparse.Namespace, if_missing: str) -> AbstractContextManager[Any]:
    # What it imports takes long to load.
    return import_module("scorepad.cli.club_options").open_for(given, if_missing)


def _show(outcome: Outcome, given: argparse.Namespace) -> None:
    """Print an outcome as the options say. Raise UserError."""
    as_json = getattr(given, "json", False)
    for note in outcome.notes if as_json else (*outcome.notes, *outcome.hints):
        output.note(str(note))
    if isinstance(outcome, Document):
        output.save(outcome.content, given.output)
    elif outcome.in_lines:
        output.show_lines(_lines(outcome, as_json))
    elif as_json:
        content = outcome.as_json()
        (output.print_json if isinstance(content, Iterator) else output.save_json)(content)
    elif getattr(given, "format", None):
        _save_page(outcome, given)
    else:
        output.show(*(str(part) if isinstance(part, Text) else part for part in outcome.parts()))


def _lines(outcome: Outcome, for_programs: bool) -> list[str]:
    if not for_programs:
        return [str(part) for part in outcome.parts()]
    said = outcome.as_json()
    return [] if said is None else [json_text(said, on_one_line=True, ascii_only=True)]


def _save_page(outcome: Outcome, given: argparse.Namespace) -> None:
    report = outcome.for_paper()
    if report is None:
        raise UserError(text("There is nothing to print."))
    draw = import_module("scorepad.reports.drawing.media").FORMATS[given.format]
    settings = import_module("scorepad.cli.club_settings").settings_for(given)
    output.save(draw(report.heading, [report], settings, show_nothing), given.output)


def _show_note(given: argparse.Namespace, said: Any) -> None:
    """Print what happens before the end of an operation."""
    if isinstance(said, Outcome):
        _show(said, given)
    elif isinstance(said, (Text, str)):
        output.note(str(said))
    else:
        output.show(said)


def _show_steps(each: Iterable[Step], number: int, what: Text, /) -> Iterable[Step]:
    progress = import_module("scorepad.cli.progress")
    steps: Iterable[Step] = progress.show_steps(each, number, str(what))
    return steps


def _show_ports(begins: Begins, in_bytes: bool = False) -> Any:
    return import_module("scorepad.cli.progress").at_ports(begins, in_bytes)


def _ask(said: Text) -> str:
    return input(f"{said} ")
