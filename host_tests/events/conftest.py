"""The event that was worked by hand: it is played once, and each test has a copy."""

import shutil
from pathlib import Path

import pytest

from support.club.planned import tuesday
from support.databases import fill
from support.in_process import Commands


@pytest.fixture(scope="session")
def tuesday_file(new_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with it, which nobody changes."""
    file = Path(shutil.copy(new_file, tmp_path_factory.mktemp("tuesday")))
    tuesday(str(file))
    return file


@pytest.fixture
def played(database: str, tuesday_file: Path) -> str:
    """A club with that event, its pairs and all its sessions."""
    fill(database, tuesday_file, tuesday)
    return database


@pytest.fixture
def run(played: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """`scorepad ... --db DATABASE`, after that event was played."""
    return Commands(played, capsysbinary, ())


@pytest.fixture
def new(database: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """The same of a club that has nothing yet."""
    return Commands(database, capsysbinary, ())
