"""Every page: no violation that axe finds, light and dark, at a desk and on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from scorepad.web.pages.table import PAGES
from support.depth import some
from support.web.browsing import (
    DESK,
    PHONE,
    UNFOLD,
    chromium,
    entered,
    every_page,
    kind,
    violations,
)
from support.web.served import Served

pytestmark = pytest.mark.full

CONTRAST = {"runOnly": ["color-contrast"]}  # the rest is the same in both colours
LOOKS = [
    *((DESK, "light", {}), (DESK, "dark", CONTRAST)),
    *((PHONE, "dark", {}), (PHONE, "light", CONTRAST)),
]
NOT_LINKED = {"/work/{work}"}  # there is one as long as something is at work


@pytest.fixture(scope="module")
def page(full: Served) -> Iterator[Page]:
    with chromium() as browser:  # what axe is made of is a script that pages do not allow
        yield entered(browser, full, bypass_csp=True)


@pytest.fixture(scope="module")
def paths(full: Served) -> list[str]:
    return [*every_page(full), "/api/"]


def test_every_page_is_led_to(paths: list[str]) -> None:
    kinds = set(map(kind, paths))
    for page in PAGES:
        assert kind(page.path) in kinds or page.path in NOT_LINKED, page.path


@pytest.mark.parametrize(("width", "colours", "options"), some(LOOKS, 4))
def test_axe_finds_nothing(
    page: Page,
    paths: list[str],
    width: int,
    colours: Any,
    options: dict[str, Any],
    subtests: pytest.Subtests,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    for path in paths:
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            assert violations(page, options) == []


def test_axe_finds_nothing_where_nobody_has_come_in(page: Page, full: Served) -> None:
    context = page.context.browser.new_context(  # type: ignore[union-attr]
        base_url=f"http://{full.host}", bypass_csp=True
    )
    stranger = context.new_page()
    for path in ("/players", "/nothing", "/enter?key=x"):
        stranger.goto(path)
        stranger.evaluate(UNFOLD)
        assert violations(stranger) == []
    context.close()


def test_what_axe_would_find_is_found(page: Page) -> None:
    page.goto("/players")
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><input>'")
    assert {one.partition(":")[0] for one in violations(page)} >= {"image-alt", "label"}
