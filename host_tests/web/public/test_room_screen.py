"""In a real browser the screen in the room, and the codes that phones read in it.

The screen has large letters, shows all in turn, and cuts nothing; there is a code for each table.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from support.commands import scorepad
from support.web.browsing import DESK, PHONE, entered, troubles
from support.web.full_club import EVENING, NAMES
from support.web.phones import token
from support.web.served import Served, serving_here

pytestmark = pytest.mark.full

LARGE = 0.04  # of the height of the screen: 20 mm high on one of 55 inches, for 8 m
LASTS_MS = 10_000
# The rows of which something is on the page that is shown, and those that are cut by its edges.
SEEN = """() => {
  const box = document.querySelector(".screen").getBoundingClientRect(), seen = [], cut = [];
  const page = document.querySelector(".page:not([hidden])");
  for (const row of page.querySelectorAll("tr, h1")) {
    const at = row.getBoundingClientRect();
    if (row.matches("tbody tr")) seen.push(row.innerText);
    if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1
        || at.bottom > box.bottom + 1 || !at.height) cut.push(row.innerText);
  }
  const headed = one => one.tHead && one.querySelector("td"), title = page.querySelector("h1");
  return {seen, cut, heads: !!title && [...page.querySelectorAll("table")].every(headed)};
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".screen td, .screen th, h2")]
  .map(cell => parseFloat(getComputedStyle(cell).fontSize)))"""
SCROLLS = "document.scrollingElement.scrollHeight > innerHeight"


@pytest.fixture
def screen(browser: Browser, full: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The screen of this size, whose clock stands until a test says so."""
    width, height = request.param
    page = browser.new_page(viewport={"width": width, "height": height})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"http://{full.host}/room")
    yield page
    page.close()


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
        assert (shown["cut"], shown["heads"], bool(shown["seen"])) == ([], True, True)
        seen += shown["seen"]
        assert not screen.evaluate(SCROLLS)
        screen.clock.run_for(LASTS_MS)
    assert screen.locator(".turns").inner_text() == f"1 / {pages}"
    rows = screen.locator("[data-live] tbody tr").count()
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


# ---- phones

LINK = re.compile(r"http://[^/]+/tablet/#(\d+)-([\w-]{22})")
# When what can be seen, however far down, has been drawn.
DRAWN = """() => Promise.all([...document.images].filter((one) => one.checkVisibility())
  .map((one) => { one.loading = "eager"; return one.decode(); }))"""


@pytest.fixture(scope="module")
def lan(club_file: Path) -> Iterator[Served]:
    with serving_here(club_file, lan=True, password="correct horse") as served:
        served.enter()
        yield served


def scanned(page: Page) -> dict[int, str]:
    page.evaluate(DRAWN)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    links = [LINK.fullmatch(code.text) for code in zxingcpp.read_barcodes(picture)]
    assert all(links)
    return {int(link[1]): link[2] for link in links if link}


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_camera_reads_the_code_of_each_table(browser: Browser, lan: Served, width: int) -> None:
    page = entered(browser, lan, viewport={"width": width, "height": 900})
    wanted = {table: token(lan, table) for table in range(1, 21)}
    page.goto("/phones")
    assert scanned(page) == wanted
    page.click("summary >> text=Tables 81 to 99")
    assert scanned(page)[99] == token(lan, 99)
    if width == DESK:
        assert not troubles(page)
    page.close()


def test_where_no_phone_can_come_it_says_how(new: Served, browser: Browser) -> None:
    page = entered(browser, new)
    page.goto("/phones")
    assert "scorepad serve --lan" in page.inner_text("main")
    page.click("text=Try a tablet in this browser")
    page.wait_for_selector("body[data-state=started]")
