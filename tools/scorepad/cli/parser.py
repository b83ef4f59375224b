"""The command line, made only as far as it is used.

The parser of a command is made, and its operation loaded, when that command is given; a help or a
wrong word needs only the index of operations.
"""

import argparse
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

from firmware import VERSION
from scorepad import operations
from scorepad.errors import UserError

_PROGRAM = "scorepad"
_ABOUT = "Open table scorer for bridge: score, play, collect, publish."
_DB = "the club's database: a file or a URL (SCOREPAD_DB, else a file of your own)"


class CommandParser(argparse.ArgumentParser):
    """A command, or a group of them. `commands`: those of a group, by their words."""

    commands: Mapping[str, "CommandParser"] = MappingProxyType({})

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message}; `{self.prog} --help` shows how it is used")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse words; the innermost command refuses what it does not know."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            option = unknown[0].partition("=")[0]
            if not option.startswith("-"):
                self.error(f"{option} is too much")
            options = [name for name in self._option_string_actions if name.startswith("--")]
            self.error(f"there is no option {option}{suggest_correction(option, options)}")
        return known, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices if choice != ""]
        what = (
            action.option_strings[0]
            if action.option_strings
            else str(action.metavar or action.dest).lower()
        )
        near = suggest_correction(str(value), known) or f"; there are {', '.join(known)}"
        self.error(f"{what} {value} does not exist{near}")


def suggest_correction(word: str, known: list[str]) -> str:
    """Return what somebody may have meant, to be put behind what there is not; "" for nothing."""
    from difflib import get_close_matches  # noqa: PLC0415  # few lines are wrong

    begin_alike = [each for each in known if each[:1] == word[:1]]  # `list` is none of `split`
    near = get_close_matches(word, begin_alike, 1)
    return f"; did you mean {near[0]}?" if near else ""


@cache
def parser() -> CommandParser:
    """Return the whole command line; `run` of what was given does what is to be done."""
    top = CommandParser(prog=_PROGRAM, description=_ABOUT)
    top.add_argument("--version", action="version", version=f"{_PROGRAM} {VERSION}")
    add_db(top)
    _add_commands(top, "")
    return top


class _Commands(Mapping[str, CommandParser]):
    """The commands of a group, by their words; each parser is made when it is asked for."""

    def __init__(self, names: Mapping[str, str]):
        self._names, self._made = names, dict[str, CommandParser]()

    def __getitem__(self, word: str) -> CommandParser:
        if word not in self._made:
            self._made[word] = _command(self._names[word])
        return self._made[word]

    def __contains__(self, word: object) -> bool:
        return word in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _command(name: str) -> CommandParser:
    """Return the parser of one command, or of one group."""
    made = CommandParser(prog=f"{_PROGRAM} {name}")
    if name in operations.index():
        import_module("scorepad.cli.describing").describe(made, operations.find(name))
    else:
        about = operations.GROUPS[name]
        made.description, made.epilog = f"{about.title}.", about.description
        made.formatter_class = argparse.RawDescriptionHelpFormatter
        add_db(made)
    _add_commands(made, name)
    return made


def _add_commands(made: CommandParser, group: str) -> None:
    """Add the commands of a group, "" for all; without one it shows its help."""
    titles = _titles(group)
    if not titles:
        return
    if not made.get_default("run"):
        made.set_defaults(run=lambda _: made.print_help())
    added: Any = made.add_subparsers(title="commands", metavar="COMMAND")
    for word, what in titles.items():
        listed = added._ChoicesPseudoAction(word, (), what[0].lower() + what[1:])
        added._choices_actions.append(listed)
    names = {word: f"{group} {word}".strip() for word in titles}
    made.commands = added._name_parser_map = _Commands(names)
    added.choices = names  # who looks whether a command is there has no need of its parser


def _titles(group: str) -> dict[str, str]:
    """Return the title of each command of a group, by its word; "" is the group of all."""
    found, index = dict[str, str](), operations.index()
    begin = group.split()
    for words in map(str.split, index):
        if len(words) > len(begin) and words[: len(begin)] == begin:
            name = " ".join(words[: len(begin) + 1])
            about = index[name] if name in index else operations.GROUPS[name]
            found[words[len(begin)]] = about.title
    return found


def add_db(made: CommandParser) -> None:
    """Add `--db`. A group may have it and its commands: the inner one wins."""
    # A command's own default would undo what its group was given.
    made.add_argument("--db", metavar="URL", default=argparse.SUPPRESS, help=_DB)
