"""Running a simulated tablet in a terminal: detect a user, and end it."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator


class _Told(BaseException):
    """Someone asked this process to end, or its terminal has gone."""


@contextlib.contextmanager
def ends_when_told() -> Iterator[None]:
    """SIGTERM and SIGHUP, SIGBREAK on Windows, end what is going on, in order."""

    def tell(*_: object) -> None:
        raise _Told

    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = [signal.signal(number, tell) for number in signals]
    try:
        yield
    except _Told:
        pass
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def is_in_foreground() -> bool:
    """Return True if the terminal shows what is printed, and this is no background job of it."""
    if not (sys.stdout and sys.stdout.isatty()):
        return False
    return not hasattr(os, "tcgetpgrp") or os.tcgetpgrp(0) == os.getpgrp()
