"""What tests need that a machine may not have."""

import contextlib
from collections.abc import Iterator

import pytest

from dev.fetching.building import DoesNotBuild
from dev.fetching.outcome import Missing
from scorepad.simulator.interpreters import MicroPythonMissing


@contextlib.contextmanager
def or_skip() -> Iterator[None]:
    """Skip a test whose fixture, or what runs within, cannot have what it needs here."""
    try:
        yield
    except DoesNotBuild:
        raise
    except (Missing, MicroPythonMissing) as problem:
        pytest.skip(str(problem))
