"""The command `scorepad`: `parser` says what it takes, `running` does it, `output` prints it."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NoReturn

INTERRUPTED = 130  # exit status after Ctrl-C, as shells have it


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Exit status: 0; 2 for unusable input, said in a line on stderr; 130."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does
        sys.stderr.close()
        return 0


def _run(arguments: list[str] | None) -> int:
    with _starting():  # also while it imports
        errors = import_module("scorepad.errors")
    try:
        with _starting():
            top = import_module("scorepad.cli.parser").parser()
            if "_ARGCOMPLETE" in os.environ:
                import_module("argcomplete").autocomplete(top)
            given = top.parse_args(arguments)
            running = import_module("scorepad.cli.running")
        return int(running.run_given(given))
    except errors.UserError as error:
        return _refuse(error)


def _refuse(error: Any) -> int:
    """Print what is wrong, and the commands that would help. Return the exit status."""
    command_line = import_module("scorepad.operations").command_line
    remedies = [f"  {command_line(each)}" for each in error.remedies]
    for line in (str(error), *remedies):
        # Without what would end the line or command a terminal: names come from outside.
        escaped = (c if c.isprintable() else repr(c)[1:-1] for c in line)
        print("".join(escaped), file=sys.stderr)
    return 2


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """Within the block, Ctrl-C ends the process at once: nothing is begun yet.

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
