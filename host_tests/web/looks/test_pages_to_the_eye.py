"""Every page fits: nothing to push sideways, no word broken, nothing upon something else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from support.depth import some
from support.web.browsing import DESK, PHONE, UNFOLD, chromium, entered, every_page, troubles
from support.web.served import Served

pytestmark = pytest.mark.full

TABLET_COMPUTER = 820
TWICE = "--blink-settings=defaultFontSize=32"  # text at 200 %, as a reader sets it

SMALL = """() => [...document.querySelectorAll(
  "button, summary, select, input:not([type=checkbox], [type=hidden])")]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map(one => one.outerHTML)"""
UP = "animate([{translate: '0 -2rem'}], {duration: 1, fill: 'forwards'}).finish()"


@pytest.fixture(scope="module")
def paths(full: Served) -> list[str]:
    return every_page(full)


@pytest.fixture(scope="module", params=[(), (TWICE,)], ids=["usual", "twice"])
def page(full: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    with chromium(*request.param) as browser:
        yield entered(browser, full)


@pytest.mark.parametrize("width", [PHONE, *some([DESK, TABLET_COMPUTER], 2)])
def test_every_page_fits(
    page: Page, paths: list[str], width: int, subtests: pytest.Subtests
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for path in paths:
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            assert troubles(page) == {}


def test_buttons_and_fields_are_large_enough_for_a_thumb(page: Page, paths: list[str]) -> None:
    page.set_viewport_size({"width": PHONE, "height": 900})
    for path in paths:
        page.goto(path)
        page.evaluate(UNFOLD)
        assert page.evaluate(SMALL) == [], path


def test_what_does_not_fit_is_noticed(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 900})
    page.goto("/players")
    added = '<p style="overflow-wrap: anywhere">{}</p><p>upon</p><nobr>{}</nobr>'
    main = "document.querySelector('main')"
    page.evaluate(f"{main}.innerHTML += `{added.format('W' * 99, 'wide ' * 99)}`")
    page.evaluate(f"{main}.lastElementChild.previousElementSibling.{UP}")
    assert troubles(page).keys() == {"wide", "broken", "upon"}
