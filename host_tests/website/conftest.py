"""What several files of this room begin with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from support.web.browsing import chromium
from support.web.js_cable import Node, node
from support.web.web_site import site_in, site_served

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def js() -> Iterator[Node]:
    with node() as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with site_served(site_in(tmp_path_factory.mktemp("site") / "site")) as url:
        yield f"{url}/fetch/"
