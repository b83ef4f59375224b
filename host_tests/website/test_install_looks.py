"""The page that puts Scorepad on a board: everybody can read it, in three languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from support.web.browsing import DESK, PHONE, troubles, violations
from support.web.install_page import install_site, opened
from website import installing

pytestmark = pytest.mark.full

LANGUAGES = ("en", "de", "fr")
ALL = """() => {
  for (const part of document.querySelectorAll("[hidden]")) part.hidden = false;
  document.getElementById("doing").textContent = document.getElementById("trouble").textContent =
    document.getElementById("no-serial").textContent;
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with install_site(tmp_path_factory.mktemp("site"), installing.files()) as address:
        yield address


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_readable_on_a_phone_and_at_a_desk_light_and_dark(
    language: str, browser: Browser, address: str
) -> None:
    with opened(browser, address, "loop://", locale=language) as page:
        assert page.page.get_attribute("html", "lang") == language
        assert page.page.get_attribute(".home a", "href") == "../"
        page.page.evaluate(ALL)
        for width in (320, PHONE, DESK):
            page.page.set_viewport_size({"width": width, "height": 800})
            assert troubles(page.page) == {}
        for scheme in ("light", "dark") if language == "en" else ():
            page.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page.page) == []


def test_a_browser_without_serial_ports_is_told_which_have_them(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.add_init_script("delete Navigator.prototype.serial")
    page.goto(address)
    page.wait_for_selector("#no-serial:visible")
    told = page.inner_text("#no-serial")
    assert "Firefox from version 151" in told
    assert "Chrome from version 147 on an Android" in told
    assert "begins with https" in told
    assert not page.is_visible("#steps")
    context.close()


def keys_to(page: Page, selector: str) -> int:
    """How often Tab is pressed until that has the focus."""
    for count in range(30):
        if page.evaluate("(one) => document.activeElement?.matches(one)", selector):
            return count
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def test_it_is_done_by_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://") as page:
        keys_to(page.page, "[name=board]")
        page.page.keyboard.press("ArrowUp")  # round, to the last one
        assert page.page.is_checked("[value=pico]")
        assert page.page.is_visible("#drag")
        assert not page.page.is_visible("#flash")
        page.page.keyboard.press("ArrowDown")
        assert page.page.is_visible("#flash")
        assert 0 < keys_to(page.page, "#image") < keys_to(page.page, "#deploy button") + 10


def test_the_focus_goes_where_it_is_said_what_happens(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://") as page:
        keys_to(page.page, "#image")
        assert page.flash(b"no image") == "trouble"
        page.page.keyboard.press("Tab")
        assert page.page.evaluate("document.activeElement.id") == "again"
