"""Every page by keyboard alone, and every form without scripts."""

import pytest
from playwright.sync_api import Browser, Page

from support.web.browsing import DESK, PHONE, UNFOLD, entered
from support.web.full_club import SHEET
from support.web.served import Served

pytestmark = pytest.mark.full

# What can be used and is seen, each with a number; a date has several stops in itself.
NUMBERED = """() => {
  const all = [...document.querySelectorAll("a[href], button, summary, select, input, textarea")]
    .filter(one => one.type !== "hidden" && one.checkVisibility() && one.offsetWidth > 0);
  all.forEach((one, at) => one.number = at);
  return all.length;
}"""
# Which has the focus, and whether that can be seen: a line around it, and all of it on the screen.
FOCUSED = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const there = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [one.number ?? "", drawn && there, one.outerHTML.slice(0, 80)];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, full: Served) -> Page:
    return entered(browser, full)


# One of each kind: with tables, long forms, fields of files, steps, and nothing but text.
PAGES = ("/players", f"/sessions/{SHEET}", "/events", "/settings", "/files", "/scoring/rubber")


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_tab_reaches_everything_in_its_order(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for path in PAGES if width == DESK else PAGES[:2]:
        page.goto(path)
        page.evaluate(UNFOLD)
        count, reached = page.evaluate(NUMBERED), list[int]()
        for _ in range(4 * count):
            page.keyboard.press("Tab")
            number, seen, what = page.evaluate(FOCUSED)
            if number == "":
                break
            assert seen, (path, what)
            reached += [number] * (number not in reached)
        assert reached == list(range(count)), path


def test_the_first_stop_leads_past_the_menu(page: Page) -> None:
    page.goto("/players")
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("class") == "skip"
    assert page.locator(":focus").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator("main :focus").count() == 1


def test_everything_works_without_scripts(browser: Browser, full: Served) -> None:
    page = entered(browser, full, java_script_enabled=False)
    page.goto("/players")
    for where, said in (("[data-live]", "Zadie Roe"), ("[role=alert]", "Not done:")):
        page.get_by_text("Add a player", exact=True).first.click()
        page.get_by_label("Name", exact=True).first.fill("Zadie Roe")
        page.get_by_role("button", name="Add a player").click()
        assert said in page.locator(where).inner_text()
    assert page.get_by_label("Name", exact=True).first.input_value() == "Zadie Roe"
    page.get_by_role("link", name="Load again").click()
    assert page.get_by_role("alert").count() == 0
    page.get_by_role("link", name="Sessions").click()
    page.wait_for_url("**/sessions")
