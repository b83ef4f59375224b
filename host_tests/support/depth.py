"""How many cases a test tries that has more of them than `make test` has time for.

`make test` tries a fixed sample. `make test-all` sets FULL: it tries another sample of the same
size, and the tests that are marked `full`. SEED chooses other samples. With TORTURE
every case is tried.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")

TORTURE = bool(os.environ.get("TORTURE"))  # each byte and each statement; hours
FULL = bool(TORTURE or os.environ.get("FULL"))
SEED = int(os.environ.get("SEED", "0"))

full = pytest.mark.full  # a test of `make test-all` only
sampled = pytest.mark.sampled  # a test that tries more of its cases in `make test-all`


def some(cases: Iterable[Case], every: int) -> list[Case]:
    """Return one of so many cases: in `make test-all` others than in `make test`."""
    first = SEED + FULL
    return [case for at, case in enumerate(cases) if TORTURE or (at - first) % every == 0]
