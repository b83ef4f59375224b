"""What programs can ask for: the commands that are said to read or to write, as operations.

A command that writes and, given some things only, reads (`reads_with`) is two of them.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from scorepad.cli.declaring import READS, WRITES, CommandParser
from scorepad.cli.parser import parser
from scorepad.web.api.parameters import Parameter, parameter

# They are of the server: what it is asked of, and where on its disk things are put.
_NOT_TAKEN = ("help", "json", "output", "db")
_FILES = ("FILE", "FILE.csv", "MOVEMENT")  # as the command line says what may name a file
_OF_PAGES = ("paper", "language")


@dataclass(frozen=True)
class Operation:
    """A command that reads or, `writes`, changes something.

    `takes`: by the names that programs use; `fixed`: what it is always given; `files`: whether it
    may read files, which are sent with it; `as_json`: whether it prints JSON.
    """

    command: str
    method: str
    writes: bool
    what: str
    more: str
    takes: Mapping[str, Parameter]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    files: bool = False
    as_json: bool = True

    @property
    def path(self) -> str:
        """Beneath /api."""
        return "/" + self.command.replace(" ", "/")

    @property
    def name(self) -> str:
        """Of the operation, as no other one is called."""
        return f"{self.method.lower()}-{self.command.replace(' ', '-')}"

    @property
    def formats(self) -> tuple[Any, ...]:
        return self.takes["format"].choices if "format" in self.takes else ()


@cache
def operations() -> tuple[Operation, ...]:
    """All of them, in the order of the command line."""
    return tuple(each for words, one in _commands("", parser()) for each in _of(words, one))


def _commands(words: str, group: CommandParser) -> Iterator[tuple[str, CommandParser]]:
    for name, command in group.commands.items():
        inner = f"{words} {name}".strip()
        yield inner, command
        yield from _commands(inner, command)


def _of(words: str, command: CommandParser) -> Iterator[Operation]:
    takes, alone = _takes(command), command.reads_with
    if command.does == READS:
        yield _made(words, command, [one for one in takes if _is_read(command, one)])
    if command.does == WRITES:
        if alone:
            yield _made(words, command, [one for one in takes if one.dest in alone])
        rest = [one for one in takes if one.dest not in alone or one.nargs != 0]
        yield _made(words, command, rest, writes=True)


def _takes(command: CommandParser) -> list[argparse.Action]:
    return [
        one
        for one in command.takes
        if one.dest not in _NOT_TAKEN and not isinstance(one, argparse._SubParsersAction)
    ]


def _is_read(command: CommandParser, one: argparse.Action) -> bool:
    """Whether it can make a difference, where JSON is asked for unless there is a format."""
    if any(each.dest == "format" for each in command.takes):
        return True
    return one.dest not in _OF_PAGES and one.dest not in command.not_with("json")


def _made(
    words: str, command: CommandParser, takes: list[argparse.Action], writes: bool = False
) -> Operation:
    flags = [one for one in takes if one.dest in command.reads_with and one.nargs == 0]
    always = [] if writes else [one.option_strings[-1] for one in flags]
    files = any(one.metavar in _FILES for one in takes)
    as_json = any(one.dest == "json" for one in command.takes)
    return Operation(
        words,
        "POST" if writes or files else "GET",
        writes,
        *_described(command),
        {one.name: one for one in map(parameter, takes) if one.option not in always},
        dict.fromkeys(always, True),
        files,
        as_json and not (writes and command.reads_with),
    )


def _described(command: CommandParser) -> tuple[str, str]:
    """What it does, and more about it; examples are of command lines."""
    more = (command.epilog or "").partition("example")[0].strip()
    return (command.description or "").strip(), more
