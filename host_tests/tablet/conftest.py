"""What several files here begin with."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support.link.accidents import folder


@pytest.fixture
def there() -> Iterator[Path]:
    """A folder for the databases of a test."""
    with folder() as path:
        yield path


@pytest.fixture
def club(new_file: Path, tmp_path: Path) -> Iterator[Club]:
    """A new club in SQLite: how it is kept makes no difference to a sync."""
    with Club(str(shutil.copy(new_file, tmp_path / "club.db"))) as opened:
        yield opened
