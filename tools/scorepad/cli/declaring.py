"""How a command says what it takes, and how a wrong command line is answered: in one line."""

import argparse
import difflib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from firmware.scoring.rules import NAMES
from scorepad.errors import UserError
from scorepad.language import languages

READS, WRITES = "reads", "writes"


class BadCommandLine(UserError):
    """What was given makes no command. `what`: why, without where that can be looked up."""

    def __init__(self, command: str, what: str):
        self.what = what
        super().__init__(f"{command}: {what}; `{command} --help` shows how it is used")


class CommandParser(argparse.ArgumentParser):
    """A command, or a group of them: `run` is a function, or names one as `module:function`.

    The module is one of scorepad, and is loaded when the command has been chosen.
    `commands`: those of a group, by their names. `does`: READS or WRITES, what it does to the
    club's database; "" of what else a command does, which only who is at the machine may have.
    `reads_with`: what it is given when it only reads, of a command that writes otherwise.
    """

    commands: Mapping[str, "CommandParser"] = MappingProxyType({})
    does = ""
    reads_with: tuple[str, ...] = ()

    @property
    def takes(self) -> list[argparse.Action]:
        """Its options and what has no name, in their order."""
        return self._actions

    def not_with(self, name: str) -> set[str]:
        """What it does not take together with this, by the names of the values."""
        groups: list[Any] = self._mutually_exclusive_groups
        named = [{one.dest for one in group._group_actions} for group in groups]
        return set().union(*(group - {name} for group in named if name in group))

    def error(self, message: str) -> NoReturn:
        raise BadCommandLine(self.prog, message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The innermost command refuses what it does not know: it knows what is like it."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            option = unknown[0].partition("=")[0]
            if not option.startswith("-"):
                self.error(f"{option} is too much")
            options = [name for name in self._option_string_actions if name.startswith("--")]
            self.error(f"there is no option {option}{meant(option, options)}")
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
        near = meant(str(value), known) or f"; there are {', '.join(known)}"
        self.error(f"{what} {value} does not exist{near}")


def meant(word: str, known: list[str]) -> str:
    """What somebody may have meant, to be put behind what there is not; "" if nothing is near."""
    begin_alike = [each for each in known if each[:1] == word[:1]]  # `list` is none of `split`
    near = difflib.get_close_matches(word, begin_alike, 1)
    return f"; did you mean {near[0]}?" if near else ""


def add_commands(parser: Any) -> Any:
    """What the commands of a group are added to; without one it shows its help."""
    parser.set_defaults(run=lambda _: parser.print_help())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.commands = commands.choices
    return commands


def add_verbatim(
    commands: Any, name: str, what: str, description: str, epilog: str, **more: str
) -> argparse.ArgumentParser:
    """A command whose texts keep their lines. `what` it does begins with a small letter."""
    texts = {"help": what, "description": description, "epilog": epilog, **more}
    return commands.add_parser(name, formatter_class=argparse.RawDescriptionHelpFormatter, **texts)


def add_command(commands: Any, name: str, what: str, epilog: str = "") -> argparse.ArgumentParser:
    """The same of one that looks at the club's database."""
    parser = add_verbatim(commands, name, what, f"{what[0].upper()}{what[1:]}.", epilog)
    add_db_option(parser)
    return parser


def reads(parser: Any, run: str) -> None:
    """The command is done by `run`, and changes nothing."""
    parser.does = READS
    parser.set_defaults(run=run)


def writes(parser: Any, run: str, reads_with: tuple[str, ...] = ()) -> None:
    """The command is done by `run`, and changes something; given only these it does not."""
    parser.does, parser.reads_with = WRITES, reads_with
    parser.set_defaults(run=run)


def add_flag(parser: Any, name: str, what: str, dest: str | None = None) -> None:
    """Adds an option without a value, to a parser or a group of one. `what`: its help."""
    parser.add_argument(name, dest=dest, action="store_true", help=what)


def add_several(
    parser: argparse.ArgumentParser, name: str, metavar: str, what: str, **more: Any
) -> None:
    """Adds an option that may be given again: its value is a list. `what`: its help."""
    parser.add_argument(name, metavar=metavar, action="append", default=[], help=what, **more)


def between(least: int, most: int, called: str) -> Callable[[str], int]:
    """Return how argparse reads a whole number; `called`: its name in an error."""

    def read(word: str) -> int:
        if not least <= int(word) <= most:
            raise ValueError
        return int(word)

    read.__name__ = called
    return read


def add_db_option(parser: argparse.ArgumentParser) -> None:
    """Adds `--db`. It may be added to a parser and to its subparsers: the inner one wins."""
    parser.add_argument(
        "--db",
        metavar="URL",
        default=argparse.SUPPRESS,  # a subparser's default would undo what its parser was given
        help="the club's database: a file or a URL (SCOREPAD_DB, else a file of your own)",
    )


def add_json_option(parser: Any, what: str = "as JSON") -> None:
    add_flag(parser, "--json", what)


def add_format_options(
    parser: argparse.ArgumentParser, how: Any = None, what: str = "as pages to print"
) -> None:
    """Adds `--format` and `--output` (report_options.py), to a command that has --json.

    `how`: a group of options of which only one may be given.
    """
    (how or parser).add_argument("--format", choices=("html", "pdf"), help=what)
    parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    add_paper_option(parser)
    add_language_option(parser)


def add_paper_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paper", choices=("a4", "letter"), help="of pages (default: the club's)")


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Adds `--language`: what the command prints for people is in the club's, or in this one."""
    parser.add_argument(
        "--language", choices=languages(), help="of what is printed (default: the club's)"
    )


def add_printing_options(parser: Any, what: str = "as JSON") -> None:
    add_json_option(parser, what)
    add_language_option(parser)


def add_rule_set(parser: argparse.ArgumentParser, name: str = "rules", **different: Any) -> None:
    """Adds RULES or `--rules`, which a shell can complete; `different`: as for `add_argument`."""
    usual = {"metavar": "RULES", "help": ", ".join(NAMES)}
    wanted: Any = parser.add_argument(name, **{**usual, **different})
    wanted.completer = lambda **_: NAMES  # what the library for completion looks for


def add_rule_options(parser: argparse.ArgumentParser, of: str = "the rule set") -> None:
    """Adds `--option`, of a rule set; what was given are its `options`."""
    what = f"an option of {of} that is not its default; may be repeated"
    add_several(parser, "--option", "NAME=VALUE", what, dest="options")


def add_author(parser: argparse.ArgumentParser) -> None:
    """Adds `--author`, for a decision that is kept with who has made it."""
    parser.add_argument(
        "--author", metavar="NAME", help="who decides it (default: your login name)"
    )


def add_reason(parser: argparse.ArgumentParser) -> None:
    """Adds `--reason`, for whoever asks later why."""
    parser.add_argument("--reason", metavar="TEXT", default="", help="why, for whoever asks later")


def add_evening(parser: argparse.ArgumentParser, usual: str = "the latest") -> None:
    """Adds `--evening` and `--event`. `usual`: the evening that is meant without them."""
    whole = parser.add_mutually_exclusive_group()
    whole.add_argument("--evening", metavar="DATE", help=f"as 2026-11-20 (default: {usual})")
    whole.add_argument("--event", metavar="EVENT", help="all sessions of it (`scorepad event`)")


def add_without(parser: argparse.ArgumentParser) -> None:
    """Adds `--without`, for a session that shall not count this once."""
    what = "leave this one out, for once; may be said again"
    add_several(parser, "--without", "SESSION", what)
