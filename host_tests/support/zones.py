"""Time zones of a machine."""

import contextlib
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest


@contextlib.contextmanager
def in_zone(name: str) -> Iterator[None]:
    """This machine's clock is in that zone, until the end."""
    try:
        with pytest.MonkeyPatch.context() as changed:
            changed.setenv("TZ", name)
            time.tzset()
            yield
    finally:
        time.tzset()


def zone_at(hour: int) -> str:
    """Return the name of a zone in which it is `hour` o'clock now: no evening ends there soon."""
    east = (hour - datetime.now(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-east:+}"
