"""Commands that are made from the declarations of operations."""

import argparse
import shlex
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import Any

from scorepad import operations
from scorepad.cli import declaring, output
from scorepad.cli.declaring import CommandParser
from scorepad.cli.open_club import open_club
from scorepad.club.database.named import named
from scorepad.errors import Remedy, UserError
from scorepad.json_text import json_text
from scorepad.language import Language, Text, marked, say, spoken, text
from scorepad.operation import (
    API,
    PASSWORD,
    TERMINAL,
    Begins,
    Calculation,
    Change,
    Context,
    Document,
    Operation,
    Outcome,
    Parameter,
    Program,
    Suggests,
    Task,
    build,
    description,
    execute,
    parameters,
    title,
)

UNCHANGED = marked("Nothing was changed.")


def add_to(top: CommandParser) -> None:
    """Add all operations as commands, and the groups that they are in."""
    for name in operations.index():
        kind = operations.find(name)
        if TERMINAL in kind.where:
            *group, last = name.split()
            commands = _commands_of(top, group)
            _describe(commands.add_parser(last, help=_small(title(kind))), kind)


def _commands_of(parser: CommandParser, group: list[str]) -> Any:
    """Return what the commands of a group are added to, which is made if need be."""
    for end, word in enumerate(group, 1):
        commands = _subparsers(parser)
        if word not in commands.choices:
            name = " ".join(group[:end])
            about = operations.GROUPS[name]
            declaring.add_command(commands, word, _small(about.title), about.description)
        parser = commands.choices[word]
    return _subparsers(parser)


def _subparsers(parser: CommandParser) -> Any:
    found = [one for one in parser.takes if isinstance(one, argparse._SubParsersAction)]
    if found:
        return found[0]
    own = parser.get_default("run")  # of a command that is a group too
    commands = declaring.add_commands(parser)
    if own:
        parser.set_defaults(run=own)
    return commands


def _small(text: str) -> str:
    """Return a title as it stands in a list of commands."""
    return text[0].lower() + text[1:]


def _run(kind: type[Operation], given: argparse.Namespace) -> int:
    takes = {each.name: each for each in parameters(kind)}
    values = {name: value for name, value in vars(given).items() if name in takes}
    if kind.printable:
        import_module("scorepad.cli.report_options").check_format(given)
    for name, value in values.items():
        if takes[name].param.control == PASSWORD:
            values[name] = import_module("scorepad.cli.passwords").read_new(value)
    what = build(kind, values)
    if isinstance(what, Program):
        module, _, function = what.runs.partition(":")
        getattr(import_module("scorepad." + module), function)(what, given)
        return 0
    with _opened(kind, given) as club:
        outcome = execute(what, club, _context(kind, given))
        show(outcome, given)
    if issubclass(kind, Change) and given.dry_run and not vars(given).get("json"):
        output.show(say(UNCHANGED))
    return outcome.status


def _context(kind: type[Operation], given: argparse.Namespace) -> Context:
    return Context(
        language=Language(spoken()),
        user=import_module("scorepad.cli.club_options").login() if kind.writes else "",
        progress=_show_bar,
        note=partial(show_note, given),
        at_ports=_show_ports,
        ask=_ask if _somebody_is_there() else None,
        dry_run=issubclass(kind, Change) and given.dry_run,
        database=named(given),
        settings=lambda: import_module("scorepad.cli.club_settings").settings_for(given),
    )


def _opened(kind: type[Operation], given: argparse.Namespace) -> AbstractContextManager[Any]:
    if issubclass(kind, Calculation):
        return nullcontext()
    opened = partial(_open, given, kind.if_missing)
    if issubclass(kind, Task) and kind.quick and not open_club():
        return import_module("scorepad.club.records.quick").QuickClub(named(given), opened)
    return opened()


def _open(given: argparse.Namespace, if_missing: str) -> AbstractContextManager[Any]:
    # What it imports takes long to load.
    return import_module("scorepad.cli.club_options").open_for(given, if_missing)


def show(outcome: Outcome, given: argparse.Namespace) -> None:
    """Print an outcome as the options say. Raise UserError."""
    for note in (
        outcome.notes if getattr(given, "json", False) else (*outcome.notes, *outcome.hints)
    ):
        output.note(str(note))
    if isinstance(outcome, Document):
        output.save(outcome.content, given.output)
    elif outcome.in_lines:
        output.show_lines(_lines(outcome, given.json))
    elif vars(given).get("json"):
        content = outcome.as_json()
        (output.print_json if isinstance(content, Iterator) else output.save_json)(content)
    elif getattr(given, "format", None):
        import_module("scorepad.cli.report_options").save(_report(outcome), given)
    else:
        output.know(outcome.as_json)
        output.show(*(str(part) if isinstance(part, Text) else part for part in outcome.parts()))


def _lines(outcome: Outcome, for_programs: bool) -> list[str]:
    if not for_programs:
        return [str(part) for part in outcome.parts()]
    said = outcome.as_json()
    return [] if said is None else [json_text(said, on_one_line=True, ascii_only=True)]


def _report(outcome: Outcome) -> Any:
    report = outcome.for_paper()
    if report is None:
        raise UserError(text("There is nothing to print."))
    return report


def show_note(given: argparse.Namespace, said: Any) -> None:
    """Print what happens before the end of an operation."""
    if isinstance(said, Outcome):
        show(said, given)
    elif isinstance(said, (Text, str)):
        output.note(str(said))
    else:
        output.show(said)


def _show_bar(each: Iterable[Any], number: int, what: Text | str) -> Iterable[Any]:
    bar: Iterable[Any] = import_module("scorepad.cli.progress").bar(each, number, str(what))
    return bar


def _show_ports(begins: Begins, in_bytes: bool = False) -> Any:
    return import_module("scorepad.cli.progress").at_ports(begins, in_bytes)


def _somebody_is_there() -> bool:
    return not output.is_taken() and sys.stdin is not None and sys.stdin.isatty()


def _ask(said: Text) -> str:
    return input(f"{said} ")


def command_line(remedy: Remedy) -> str:
    """Return a remedy as a terminal has it; in capitals what is required and not known."""
    words, options = list[str](), list[str]()
    given = {name: value for name, value in remedy.given.items() if value not in (None, "", False)}
    for each in _parameters(remedy.operation):
        value = given.get(each.name)
        if each.param.control == PASSWORD:
            continue
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if each.positional:
            known = value is not None
            words += [shlex.quote(str(one)) for one in values] if known else []
            words += [] if known or not each.required else [each.metavar]
        elif each.type is bool and value:
            options.append(each.option)
        elif value is not None:
            options += [part for one in values for part in (each.option, shlex.quote(str(one)))]
        elif each.required:
            options += [each.option, each.metavar]
    return " ".join(["scorepad", remedy.operation, *words, *options])


def _parameters(name: str) -> Iterable[Parameter]:
    return parameters(operations.find(name)) if name in operations.index() else ()


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        said = super()._format_args(action, default_metavar)
        optional = not (action.required or action.option_strings) and action.nargs is None
        return f"[{said}]" if optional else said


def _describe(parser: CommandParser, kind: type[Operation]) -> None:
    """Make a parser that of an operation: its help, its parameters, what it runs."""
    about, examples = _wrapped(description(kind)), "\n".join(f"  {line}" for line in kind.examples)
    heading = "example:" if len(kind.examples) == 1 else "examples:"
    parser.description = f"{title(kind)}."
    parser.epilog = "\n\n".join(filter(None, (about, examples and f"{heading}\n{examples}")))
    parser.formatter_class = _HelpFormatter
    parser.set_defaults(run=partial(_run, kind))
    if API in kind.where:
        parser.does = declaring.WRITES if kind.writes else declaring.READS
    for each in parameters(kind):
        if TERMINAL in each.param.where:
            _add_parameter(parser, each)
    _add_own(parser, kind)


def _wrapped(text: str) -> str:
    """Return paragraphs with lines for a terminal of 80 columns; those with columns stay."""
    return "\n\n".join(
        each if "\n  " in each else textwrap.fill(" ".join(each.split()), 79)
        for each in text.split("\n\n")
    )


def _add_parameter(parser: CommandParser, each: Parameter) -> None:
    if each.param.control == PASSWORD:
        what = "a file with it in its first line (default: it is asked for)"
        parser.add_argument("--file", dest=each.name, metavar="FILE", help=what)
        return
    said = isinstance(each.default, (str, int)) and each.default not in ("", False)
    usual = f"default: {each.default}" if said else ""
    about = (
        f"{each.param.help} ({usual})" if each.param.help and usual else each.param.help or usual
    )
    more: dict[str, Any] = {"help": about.replace("%", "%%") or None}
    if each.type is bool:
        more["action"] = "store_true"
    elif each.choices:
        known = [*map(each.type, each.choices), *[""] * each.param.clears]
        choices = {str(one).casefold(): one for one in known}
        more |= {"choices": [*choices.values()], "type": partial(_alike, choices)}
        more |= {"metavar": each.param.metavar} if each.param.metavar else {}
    else:
        more["metavar"] = each.metavar
    if each.positional:
        if each.many:
            more["nargs"] = "+" if each.required else "*"
    else:
        more["dest"] = each.name
        if each.many or each.named:
            more |= {"action": "append", "default": []}
        more |= {"required": True} if each.required else {}
    action: Any = parser.add_argument(each.option, **more)
    # Not nargs="?": with it argparse of Python 3.11 refuses a word that stands after an option.
    action.required = each.required
    if each.param.suggests:
        action.completer = _Completer(each.param.suggests)


def _alike(choices: Mapping[str, Any], word: str) -> Any:
    """Return the choice that a word is, however its letters are written; else the word."""
    return choices.get(word.casefold(), word)


def _add_own(parser: CommandParser, kind: type[Operation]) -> None:
    declaring.add_db_option(parser)
    if issubclass(kind, Program):
        return
    if kind.makes_file:
        parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    elif kind.has_json:
        declaring.add_json_option(parser)
    if kind.printable:
        declaring.add_format_options(parser)
    elif all(each.name != "language" for each in parameters(kind)):
        declaring.add_language_option(parser)
    if issubclass(kind, Change):
        declaring.add_flag(parser, "--dry-run", "only show what would change")


class _Completer:
    """Lists values for the shell, from the suggestions that a form has too."""

    def __init__(self, suggests: Suggests):
        self._suggests = suggests

    def __call__(
        self, prefix: str, parsed_args: argparse.Namespace, **_: Any
    ) -> Mapping[str, str]:
        """Return the values that begin so, each with what people read for it."""
        opening = import_module("scorepad.cli.club_options")
        with opening.open_for(parsed_args, "empty") as club:
            found = club.read(lambda rows: list(self._suggests(rows, vars(parsed_args))))
        return {value: str(said) for value, said in found if value.startswith(prefix)}
