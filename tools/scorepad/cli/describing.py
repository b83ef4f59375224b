"""The parser of a command, made from the declaration of its operation."""

import argparse
import textwrap
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

from scorepad.cli.parser import CommandParser, add_db
from scorepad.language import languages
from scorepad.operation import (
    PASSWORD,
    TERMINAL,
    Change,
    Operation,
    Parameter,
    Program,
    Suggests,
    description,
    parameters,
    title,
)


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        said = super()._format_args(action, default_metavar)
        optional = not (action.required or action.option_strings) and action.nargs is None
        return f"[{said}]" if optional else said


def describe(made: CommandParser, kind: type[Operation]) -> None:
    """Make a parser that of an operation: its help, its parameters, what it runs."""
    about, examples = _wrap(description(kind)), "\n".join(f"  {line}" for line in kind.examples)
    heading = "example:" if len(kind.examples) == 1 else "examples:"
    made.description = f"{title(kind)}."
    made.epilog = "\n\n".join(filter(None, (about, examples and f"{heading}\n{examples}")))
    made.formatter_class = _HelpFormatter
    made.set_defaults(run=partial(_run, kind))
    for each in parameters(kind):
        if TERMINAL in each.param.where:
            _add_parameter(made, each)
    _add_own(made, kind)


def _run(kind: type[Operation], given: argparse.Namespace) -> int:
    # What it imports takes longer than to say what is wrong with a command line.
    status: int = import_module("scorepad.cli.running").run_operation(kind, given)
    return status


def _wrap(text: str) -> str:
    """Return paragraphs with lines for a terminal of 80 columns; those with columns stay."""
    return "\n\n".join(
        each if "\n  " in each else textwrap.fill(" ".join(each.split()), 79)
        for each in text.split("\n\n")
    )


def _add_parameter(made: CommandParser, each: Parameter) -> None:
    if each.param.control == PASSWORD:
        what = "a file with it in its first line (default: it is asked for)"
        made.add_argument("--file", dest=each.name, metavar="FILE", help=what)
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
        choices = {str(value).casefold(): value for value in known}
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
    action: Any = made.add_argument(each.option, **more)
    # Not nargs="?": with it argparse of Python 3.11 refuses a word that stands after an option.
    action.required = each.required
    if each.param.suggests:
        action.completer = _Completer(each.param.suggests)


def _alike(choices: Mapping[str, Any], word: str) -> Any:
    """Return the choice that a word is, however its letters are written; else the word."""
    return choices.get(word.casefold(), word)


def _add_own(made: CommandParser, kind: type[Operation]) -> None:
    """Add what each operation of this kind takes on a command line."""
    add_db(made)  # also of what needs no club: what is printed is in its language
    if issubclass(kind, Program):
        return
    if kind.has_json and not kind.makes_file:
        made.add_argument("--json", action="store_true", help="as JSON")
    if kind.printable:
        made.add_argument("--format", choices=("html", "pdf"), help="as pages to print")
    if kind.printable or kind.makes_file:
        made.add_argument("--output", metavar="FILE", help="default: -, standard output")
    if kind.printable:
        papers = "of pages (default: the club's)"
        made.add_argument("--paper", choices=("a4", "letter"), help=papers)
    if all(each.name != "language" for each in parameters(kind)):
        printed = "of what is printed (default: the club's)"
        made.add_argument("--language", choices=languages(), help=printed)
    if issubclass(kind, Change):
        made.add_argument("--dry-run", action="store_true", help="only show what would change")


class _Completer:
    """Lists values for the shell, from the suggestions that a form has too."""

    def __init__(self, suggests: Suggests):
        self._suggests = suggests

    def __call__(
        self, prefix: str, parsed_args: argparse.Namespace, **_: Any
    ) -> Mapping[str, str]:
        """Return the values that begin so, each with what people read for it."""
        kind = import_module("scorepad.club.records.store").Club
        opening = import_module("scorepad.cli.club_options")
        with opening.open_for(parsed_args, "empty", kind) as club:
            found = club.read(lambda rows: list(self._suggests(rows, vars(parsed_args))))
        return {value: str(said) for value, said in found if value.startswith(prefix)}
