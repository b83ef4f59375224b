"""Servers in this process: of a new club, and of one that has something on every page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.web import full_club
from support.web.browsing import browser  # noqa: F401  # a fixture
from support.web.served import Served, serving_here
from support.zones import in_zone


@pytest.fixture(scope="module", autouse=True)
def clock(utc: None) -> None:
    """The evening of this club is one in UTC."""


@pytest.fixture(scope="session")
def full_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("full") / "club.db"
    with in_zone("UTC"):
        full_club.fill(str(file))
    return file


@pytest.fixture(scope="module")
def full_copy(full_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(full_file, tmp_path_factory.mktemp("served") / "club.db"))


@pytest.fixture(scope="module")
def where(full_copy: Path) -> str:
    return str(full_copy)


@pytest.fixture(scope="module")
def full(full_copy: Path) -> Iterator[Served]:
    with serving_here(full_copy) as served:
        served.enter()
        yield served


@pytest.fixture(scope="module")
def club_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of a file have a club of their own."""
    return tmp_path_factory.mktemp("club") / "club.db"


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    with serving_here(club_file) as served:
        served.enter()
        yield served


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Served]:
    with serving_here(tmp_path / "club.db") as served:
        served.enter()
        yield served
