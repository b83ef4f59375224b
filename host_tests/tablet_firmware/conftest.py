"""Here a tablet runs on MicroPython. test_tablet_deals.py and the stories of ui/ are played on
CPython too, to see that the second runtime does the same.
"""

from collections.abc import Iterator

import pytest

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet


@pytest.fixture
def tablet() -> Iterator[Tablet]:
    with Tablet(Flash()) as tablet:
        yield tablet
