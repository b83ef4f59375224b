"""Pages in three languages: chosen by a button, kept by the browser; English where it is so."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from scorepad.language import languages, say, speaking
from scorepad.web.pages.table import PAGES
from support.depth import some
from support.web.browsing import DESK, PHONE, UNFOLD, chromium, entered, every_page, troubles
from support.web.served import Served

pytestmark = pytest.mark.full

NAMES = {"en": "English", "de": "Deutsch", "fr": "Français"}


@pytest.fixture(scope="module")
def page(full: Served) -> Iterator[Page]:
    with chromium() as browser:
        yield entered(browser, full)


def choose(page: Page, code: str) -> None:
    page.set_viewport_size({"width": DESK, "height": 900})
    page.get_by_role("button", name=NAMES[code]).click()


def test_a_button_changes_the_language_and_the_page_stays(page: Page) -> None:
    page.goto("/players?--find=Zo")
    choose(page, "de")
    assert page.url.endswith("/players?--find=Zo")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.locator("main > h1").inner_text() == "Spieler"
    page.goto("/settings")
    assert page.locator("main > h1").inner_text() == "Einstellungen"
    choose(page, "fr")
    assert page.locator("main > h1").inner_text() == "Réglages"
    page.set_viewport_size({"width": 1366, "height": 650})  # a laptop
    assert page.get_by_role("button", name="English").bounding_box()["y"] < 620
    choose(page, "en")
    assert page.locator("main > h1").inner_text() == "Settings"


@pytest.mark.parametrize("code", some(["de", "fr"], 2))
def test_every_page_is_translated_and_fits(
    page: Page, full: Served, code: str, subtests: pytest.Subtests
) -> None:
    page.goto("/players")
    choose(page, code)
    page.set_viewport_size({"width": PHONE, "height": 900})
    for path in every_page(full):
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            assert page.locator("html").get_attribute("lang") == code
            assert troubles(page) == {}
    page.goto("/players")
    choose(page, "en")


def test_a_refusal_of_a_command_is_marked_as_english(page: Page) -> None:
    page.goto("/players")
    choose(page, "de")
    page.locator("#club-players-add > summary").click()
    page.locator("#club-players-add [name=name]").fill("Zoë Lund")
    page.locator("#club-players-add form > button").click()
    alert = page.get_by_role("alert")
    assert alert.inner_text().startswith("Nicht getan:")
    assert alert.locator("[lang=en]").inner_text()
    choose(page, "en")


def test_what_pages_say_themselves_is_in_the_language_that_was_chosen(full: Served) -> None:
    cookie = {"Cookie": "language=de"}
    with speaking("de"):
        assert say("There is no such page.") in full.get("/nothing", **cookie).body
        decided = full.get("/decisions", Cookie=f"{full.cookie}; language=de").body
        assert "24.01.2026: geplant" in decided and "Hand 2: 2" in decided
    assert "There is no such page." in full.get("/nothing").body
    assert 'lang="en"' in full.get("/players", Cookie="language=xx").body


def test_menu_and_forms_have_no_text_that_is_not_translated(full: Served) -> None:
    menus = set()
    for code in languages():
        body = full.get("/evening", Cookie=f"{full.cookie}; language={code}").body
        menus.add(tuple(re.findall(r'<a href="/\w[\w-]*"[^>]*>([^<]+)</a>', body)))
    assert len(menus) == len(languages())
    assert all(len(menu) >= sum(one.menu for one in PAGES) for menu in menus)


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/x", "/\\evil.example"])
def test_choosing_a_language_leads_to_no_other_site(full: Served, back: str) -> None:
    reply = full.post("/language", {"language": "de"}, Referer=f"http://{full.host}{back}")
    there = reply.headers["location"]
    assert reply.status == 303
    assert there.startswith("/") and not there.startswith(("//", "/\\"))


def test_another_site_chooses_no_language(full: Served) -> None:
    reply = full.post("/language", {"language": "de"}, Sec_Fetch_Site="cross-site")
    assert reply.status == 403
    assert "set-cookie" not in reply.headers
