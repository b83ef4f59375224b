"""What several files of this room begin with."""

from collections.abc import Iterator

import pytest

from support.web.browsing import browser  # noqa: F401  # a fixture
from support.web.js_cable import Node, node
from support.web.web_site import site_in, site_served


@pytest.fixture(scope="module")
def js() -> Iterator[Node]:
    with node() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with site_served(site_in(tmp_path_factory.mktemp("site") / "site")) as url:
        yield f"{url}/fetch/"
