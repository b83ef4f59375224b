"""Runs commands for a page: the same words and the same refusals as in a terminal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from scorepad.cli.open_club import using
from scorepad.cli.output import Taken, taking
from scorepad.cli.parser import BadCommandLine, CommandParser, parser
from scorepad.cli.running import settings_of
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.sent_files import reading_only
from scorepad.steps import watched

# By the name of an option, `--until`, or of what has none, `id`.
Values = Mapping[str, str | bool | list[str]]
Files = Mapping[str, bytes]
Progress = Callable[[int, int, str], None]  # how much is done, of how much, and what it is
CANNOT = 2  # the exit status of a command that has said why on stderr
NO_FILES: Files = MappingProxyType({})


def run(
    club: Club,
    command: str,
    values: Values,
    files: Files = NO_FILES,
    progress: Progress | None = None,
) -> Taken:
    """What a command says: `club ranking`, with `{"--until": "2026-11-20"}`.

    What is "" or False is as if it were not given; each of a list counts. `files`: all that the
    command can read, by their names; `progress` hears how far long work has come. Raises
    UserError.
    """
    if any("--" in _each(value) for value in values.values()):
        raise UserError("-- is no value")  # argparse takes it for the end of options, wherever
    try:
        given = parser().parse_args([*command.split(), *_arguments(command, values)])
    except BadCommandLine as wrong:
        raise UserError(wrong.what) from None
    with (
        using(club),
        reading_only(files),
        watched(partial(_counted, progress)),
        taking() as taken,
        settings_of(given),
        club.explaining(),
    ):
        status = given.run(given)
    if status == CANNOT:
        raise UserError("; ".join(taken.notes))
    return taken


def _counted(
    progress: Progress | None, each: Iterable[Any], number: int, what: str
) -> Iterator[Any]:
    for done, step in enumerate(each):
        if progress:
            progress(done, number, what)
        yield step


def described(command: str) -> CommandParser:
    """What says what a command takes. Raises KeyError if there is no such command."""
    found = parser()
    for word in command.split():
        found = found.commands[word]
    return found


def _arguments(command: str, values: Values) -> Iterator[str]:
    """As on a command line: options, then what has no name, in the order that it takes it.

    Raises UserError for what is left out before something that is given.
    """
    for name, value in values.items():
        if name.startswith("--"):
            yield from (name if each is True else f"{name}={each}" for each in _each(value))
    takes = [one.dest for one in described(command).takes if not one.option_strings]
    if strange := [name for name in values if not name.startswith("--") and name not in takes]:
        raise UserError(f"there is no {strange[0]}")
    unnamed = [(name, _each(values.get(name, ""))) for name in takes]
    while unnamed and not unnamed[-1][1]:
        unnamed.pop()
    for name, said in unnamed:
        if not said:
            raise UserError(f"{name} is missing")
    if unnamed:
        yield from ("--", *(str(each) for _, said in unnamed for each in said))


def _each(value: str | bool | list[str]) -> list[str] | list[bool]:
    if isinstance(value, list):
        return value
    return [value] if value else []  # type: ignore[return-value]
