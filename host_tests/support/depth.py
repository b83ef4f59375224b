"""How far a test goes that has more cases than `make test` has time for.

There it tries a sample, which is another one each day; in `make test-long`, where LONG is set,
tomorrow's, and what is long by nature; with TORTURE, or for a CASE that has failed, all. Another
DAY's sample is tried again with that in the environment, and with LONG where it was in
`make test-long`.
"""

import datetime
import os
import zlib
from collections.abc import Iterable
from typing import TypeVar

import pytest

Tried = TypeVar("Tried")

CASE = os.environ.get("CASE")  # the only one to be tried
TORTURE = bool(CASE or os.environ.get("TORTURE"))  # each byte and each statement; minutes
LONG = bool(TORTURE or os.environ.get("LONG"))
_TODAY = datetime.datetime.now(datetime.UTC).date().toordinal()
DAY = int(os.environ.setdefault("DAY", str(_TODAY)))  # of all processes, also over midnight

sampled = pytest.mark.sampled  # a test that tries more in `make test-long`
# What was tried on one database, one Python or in one process, and is tried on another: half of it
# each day.
again = (pytest.mark.long, pytest.mark.again)


def some(cases: Iterable[Tried], every: int) -> list[Tried]:
    """One of so many cases; another one in `make test-long`."""
    day = DAY + LONG
    return [case for at, case in enumerate(cases) if TORTURE or (at - day) % every == 0]


def due(name: str) -> bool:
    """Whether a test that is marked `again` is tried today; always where nobody asks for many."""
    return TORTURE or not LONG or (zlib.crc32(name.encode()) + DAY) % 2 == 0
