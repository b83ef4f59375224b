"""What several files here begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.link.accidents import folder


@pytest.fixture
def there() -> Iterator[Path]:
    """A folder for the databases of a test."""
    with folder() as path:
        yield path
