"""Here a tablet runs on MicroPython. test_tablet_deals.py and the stories of ui/ are played on
CPython too, to see that the second runtime does the same.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet


@pytest.fixture
def flash(path: Path) -> Path:
    """A flash that is new, in this file."""
    return Flash(path).path


@pytest.fixture
def tablet(path: Path, request: pytest.FixtureRequest) -> Iterator[Tablet]:
    with Tablet(Flash(path), getattr(request, "param", "unix")) as tablet:
        yield tablet
