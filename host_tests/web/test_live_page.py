"""A page that stays open: only what has changed is put in anew, and it says little."""

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.club.records.store import Club
from support.club.club_sessions import complete, played, raw
from support.web.browsing import HIDE, entered
from support.web.served import Served

pytestmark = pytest.mark.full

TABLET = bytes.fromhex("02005c0e9b77")
QUIET_MS = 1000  # after which the page counts what has come at once


@pytest.fixture(scope="module")
def pages(full: Served, browser: Browser) -> list[Page]:
    return [entered(browser, full) for _ in range(2)]


@pytest.fixture
def page(pages: list[Page]) -> Page:
    return pages[0]


def arrive(database: str, number: int, *deals: str) -> str:
    """A rubber of which this was played; else a complete one."""
    with Club(database) as club:
        events = played(deals or ("3N N =", "3N N ="), "rubber", 7, 13_700_000 + number)
        events = events if deals else complete(events)
        club.take(TABLET, number, raw(number, events, TABLET), "port")
    return f"{TABLET.hex()}-{number}"


def fill_in(page: Page, field: str, text: str) -> None:
    """Open the first form of a page, and fill a field in."""
    page.locator(".tasks summary").first.click()
    page.locator(f".tasks [name='{field}']").first.fill(text)


def send(page: Page) -> None:
    page.locator(".tasks form > button").first.click()


def add(page: Page, name: str) -> None:
    page.goto("/players")
    fill_in(page, "name", name)
    send(page)
    page.locator(".done").wait_for()


def test_what_arrives_is_shown_and_said_once(browser: Browser, full: Served) -> None:
    page = entered(browser, full)  # in a context of its own, which has one clock
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto("/sessions")
    status = page.get_by_role("status")
    for numbers, told in (((1,), "1 new line"), ((2, 3), "2 new lines")):
        for number in numbers:
            came = arrive(full.database, number)
            page.locator(f'a[href="/sessions/{came}"]').wait_for()
        assert status.inner_text() != told
        page.clock.run_for(QUIET_MS)
        expect(status).to_have_text(told)
    page.context.close()


def test_focus_selection_and_place_stay_where_they_are(pages: list[Page]) -> None:
    page, other = pages
    page.set_viewport_size({"width": 1200, "height": 400})
    page.goto("/players")
    page.evaluate("window.first = document.querySelector('[data-live] a')")
    link = page.locator("[data-live] a").last
    link.scroll_into_view_if_needed()
    link.focus()
    link.evaluate("one => getSelection().selectAllChildren(one)")
    named, place = link.inner_text(), page.evaluate("scrollY")
    add(other, "Aaron Aardvark")  # he stands above the others
    expect(page.get_by_role("link", name="Aaron Aardvark")).to_have_count(1)
    assert page.locator(":focus").inner_text() == named
    assert page.evaluate("getSelection().toString()") == named
    assert abs(page.evaluate("scrollY") - place) < 80  # the line that came
    assert page.evaluate("first.isConnected")


def test_forms_offer_what_has_come_since(page: Page, full: Served) -> None:
    deals = ("3N N =", "4S E =", "2H N =")
    page.goto(f"/sessions/{arrive(full.database, 10, *deals[:2])}")
    opened = page.locator("#club-void")
    opened.locator("summary").click()
    opened.locator("select[name=deal]").select_option("2")
    opened.locator("[name='reason']").fill("as the table says")
    arrive(full.database, 10, *deals)
    third = "select[name=deal] option[value='3']"
    expect(opened.locator(third)).to_have_count(1)
    assert opened.locator("[name='reason']").input_value() == "as the table says"
    assert opened.locator("select[name=deal]").input_value() == "2"
    expect(page.locator("#club-correct").locator(third)).to_have_count(1)


def test_a_tab_that_nobody_sees_keeps_no_connection(pages: list[Page], full: Served) -> None:
    first, _ = pages
    tabs = [first.context.new_page() for _ in range(8)]
    for tab in tabs:
        tab.goto("/ranking")
        tab.evaluate(HIDE, arg=True)
    with tabs[0].expect_request("**/ranking.live"):
        tabs[0].evaluate(HIDE, arg=False)
    add(first, "Zachary Zander")
    for tab in tabs:
        tab.close()


def test_a_form_that_is_being_filled_in_stays_so_and_is_refused(pages: list[Page]) -> None:
    page, other = pages
    page.goto("/settings")
    fill_in(page, "name", "Club of the first")
    other.goto("/settings")
    fill_in(other, "name", "Club of the other")
    send(other)
    other.locator(".done").first.wait_for()
    expect(page.locator("[data-live]")).to_contain_text("Club of the other")
    assert page.locator(":focus").input_value() == "Club of the first"
    send(page)
    expect(page.get_by_role("alert")).to_be_visible()
    send(page)  # it was read meanwhile
    expect(page.locator("[data-live]")).to_contain_text("Club of the first")


def test_a_form_that_is_opened_afterwards_is_about_what_is_there(pages: list[Page]) -> None:
    page, other = pages
    page.goto("/players/id=5")
    other.goto("/players/id=5")
    for reader, area in ((other, "Porirua"), (page, "Petone")):
        fill_in(reader, "area", area)
        send(reader)
        expect(page.locator("[data-live]")).to_contain_text("Porirua")
    expect(page.get_by_role("alert")).to_be_visible()  # its field
    send(page)
    expect(page.locator("[data-live]")).to_contain_text("Petone")


def test_a_lost_connection_is_said_and_what_comes_of_it(page: Page) -> None:
    cut = {"status": 200, "content_type": "text/event-stream", "body": ""}
    status = page.get_by_role("status")
    for told in ("Connected again.", "no longer let in"):
        page.route("**/sessions.live", lambda route: route.fulfill(**cut), times=1)
        page.goto("/sessions")
        if told == "Connected again.":
            expect(status).to_have_text("The connection is lost: this may be out of date.")
            assert page.get_by_role("link", name="Load again").is_visible()
        else:
            page.context.clear_cookies()  # as if the server were another one
        expect(status).to_contain_text(told)
