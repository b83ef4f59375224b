"""Every page, on a phone and at a desk, in each language, with small and large letters.

Nothing is to be pushed sideways, no word is broken, nothing stands upon something else, what a
thumb shall hit is large enough, and axe finds nothing that keeps somebody from using it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from support.web.browsing import DESK, PHONE, UNFOLD, chromium, entered, troubles, violations
from support.web.places import paths
from support.web.served import Served

pytestmark = pytest.mark.full

TWICE = "--blink-settings=defaultFontSize=32"  # text at 200 %, as a reader sets it
CONTRAST = {"runOnly": ["color-contrast"]}  # the rest of axe is the same in both colours
SMALL = """() => [...document.querySelectorAll(
  "button, summary, select, input:not([type=checkbox], [type=hidden])")]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map(one => one.outerHTML)"""


@dataclass(frozen=True)
class Look:
    """How a reader sees the pages. axe: the options with which axe looks at them, None: not."""

    width: int
    colours: str
    language: str
    options: tuple[str, ...] = ()
    axe: dict[str, Any] | None = None


LOOKS = {
    "phone": Look(PHONE, "dark", "fr", axe={}),
    "desk": Look(DESK, "light", "de", axe=CONTRAST),
    "phone, large letters": Look(PHONE, "light", "en", (TWICE,)),
}


@pytest.fixture(scope="module", params=LOOKS)
def look(request: pytest.FixtureRequest) -> Look:
    return LOOKS[request.param]


@pytest.fixture(scope="module")
def page(full: Served, look: Look) -> Iterator[Page]:
    with chromium(*look.options) as browser:
        page = entered(  # what axe is made of is a script that pages do not allow
            browser,
            full,
            bypass_csp=True,
            color_scheme=look.colours,
            viewport={"width": look.width, "height": 900},
        )
        language = {"name": "language", "value": look.language, "url": f"http://{full.host}"}
        page.context.add_cookies([language])
        yield page


def test_every_page_fits_and_can_be_used_by_everybody(page: Page, look: Look) -> None:
    found = dict[str, Any]()
    for path in [*paths(), "/api/"]:
        page.goto(path)
        page.evaluate(UNFOLD)
        if not path.startswith("/api"):
            assert page.locator("html").get_attribute("lang") == look.language
            found[path] = troubles(page)
            if path == "/waiting" and look.width > PHONE:  # why they wait is seen at a glance
                wide = page.locator("th").evaluate_all("all => all.map(th => th.offsetWidth)")
                assert max(wide) == wide[-2]
            if look.width == PHONE:
                found[f"{path}: small"] = page.evaluate(SMALL)
        if look.axe is not None:
            found[f"{path}: axe"] = violations(page, look.axe)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_pages_of_who_has_not_come_in(page: Page, look: Look, full: Served) -> None:
    if look.axe != {}:
        return
    page.context.clear_cookies()
    for path in ("/players", "/nothing", "/enter?key=x"):
        page.goto(path)
        assert violations(page) == []
    name, _, value = full.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": f"http://{full.host}"}])
