"""Runs what the command line says."""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, NoReturn

from scorepad.cli import INTERRUPTED
from scorepad.cli.generated import command_line
from scorepad.cli.parser import parser
from scorepad.errors import UserError
from scorepad.steps import watched


def run(arguments: list[str] | None) -> int:
    """Runs one command; the exit status is that of `scorepad.cli.main`."""
    try:
        with _starting():
            top = parser()
            if "_ARGCOMPLETE" in os.environ:
                import_module("argcomplete").autocomplete(top)
            given = top.parse_args(arguments)
            work = loaded(given.run) if isinstance(given.run, str) else given.run
        with settings_of(given), watched(_bar), _explaining(given):
            try:
                return int(work(given) or 0)
            except UserError as error:
                return _refuse(error)
    except UserError as error:
        return _refuse(error)
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does
        sys.stderr.close()
        return 0


def _refuse(error: UserError) -> int:
    """Print what is wrong, and the commands that would help. Return the exit status."""
    remedies = [f"  {command_line(each)}" for each in error.remedies]
    for line in (str(error), *remedies):
        # Without what would end the line or command a terminal: names come from outside.
        escaped = (c if c.isprintable() else repr(c)[1:-1] for c in line)
        print("".join(escaped), file=sys.stderr)
    return 2


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


def _bar(each: Iterable[Any], number: int, what: str) -> Iterable[Any]:
    return import_module("scorepad.cli.progress").bar(each, number, what)


def loaded(name: str) -> Callable[[argparse.Namespace], int | None]:
    """The function that `module:function` names, of a module of scorepad."""
    module, _, function = name.partition(":")
    return getattr(import_module("scorepad." + module), function)


def settings_of(given: argparse.Namespace) -> contextlib.AbstractContextManager[None]:
    """Those of the club while the command runs, where it prints what people read."""
    if "language" not in given:
        return contextlib.nullcontext()
    return import_module("scorepad.cli.club_settings").as_set(given)


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """Ctrl-C ends the process at once: nothing is begun yet.

    An exception could come up where it is only printed, in the middle of an import.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # ignored, or a test's
        yield
        return
    signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(*_: Any) -> NoReturn:
    os._exit(INTERRUPTED)
