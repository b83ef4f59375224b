"""Time zones of a machine."""

import contextlib
import time
from collections.abc import Iterator

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
