"""The screen in the room, in a real browser: large letters, all in turn, nothing cut."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from support.commands import scorepad
from support.web.browsing import opened
from support.web.full_club import EVENING, NAMES
from support.web.served import Served

pytestmark = pytest.mark.full

LARGE = 0.04  # of the height of the screen: 20 mm high on one of 55 inches, for 8 m
LASTS_MS = 10_000
# The rows of which something is on the page that is shown, and those that are cut by its edges.
SEEN = """() => {
  const box = document.querySelector(".screen").getBoundingClientRect(), seen = [], cut = [];
  for (const row of document.querySelectorAll(".screen tbody tr")) {
    const at = row.getBoundingClientRect();
    if (at.right <= box.left + 1 || at.left >= box.right - 1) continue;
    seen.push(row.innerText);
    if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1
        || at.bottom > box.bottom + 1) cut.push(row.innerText);
  }
  return {seen, cut};
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".screen td, .screen th, h2")]
  .map(cell => parseFloat(getComputedStyle(cell).fontSize)))"""
SCROLLS = "document.scrollingElement.scrollHeight > innerHeight"


@pytest.fixture
def screen(browser: Browser, full: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The screen of this size, whose clock stands until a test says so."""
    width, height = request.param
    context = opened(browser, viewport={"width": width, "height": height})
    page = context.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"http://{full.host}/room")
    yield page
    context.close()


@pytest.mark.parametrize("screen", [(1920, 1080), (1600, 400)], indirect=True)
def test_the_screen_shows_everything_in_turn(screen: Page) -> None:
    screen.locator("td", has_text="Zoë Lund").first.wait_for(state="attached")
    assert screen.viewport_size
    assert screen.evaluate(SMALLEST) >= LARGE * screen.viewport_size["height"]
    pages = int(screen.locator(".turns").inner_text().split("/")[1])
    assert pages > 1
    seen = []
    for number in range(1, pages + 1):
        assert screen.locator(".turns").inner_text() == f"{number} / {pages}"
        shown = screen.evaluate(SEEN)
        assert shown["cut"] == []
        seen += shown["seen"]
        assert not screen.evaluate(SCROLLS)
        screen.clock.run_for(LASTS_MS)
    assert screen.locator(".turns").inner_text() == f"1 / {pages}"
    rows = screen.locator(".screen tbody tr").count()
    assert len(seen) == rows
    assert all(any(name in row for row in seen) for name in NAMES)


@pytest.mark.parametrize("screen", [(1280, 720)], indirect=True)
def test_the_screen_follows_what_the_director_does(screen: Page, full: Served) -> None:
    wrong: list[str] = []
    screen.on("pageerror", lambda error: wrong.append(str(error)))
    for back, text in ((("--back",), "Nothing is released"), ((), "Zoë Lund")):
        words = ("release", "--evening", EVENING, *back, "--db", full.database)
        assert scorepad("club", *words).returncode == 0
        screen.locator(".screen", has_text=text).wait_for(state="attached")
        screen.clock.run_for(LASTS_MS)
    assert wrong == []
