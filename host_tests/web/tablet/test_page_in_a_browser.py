"""The tablet's page in a real Chromium: by touch, by keyboard, and kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from dev.fetching import get_micropython_wasm
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.browsing import chromium
from support.web.served import Served, serving

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
# The picture as the canvas has it, a character a pixel.
PICTURE = """() => {
  const canvas = document.getElementById("panel");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let lit = "";
  for (let at = 0; at < data.length; at += 4) lit += data[at] > 40 ? "1" : "0";
  return lit;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    get_micropython_wasm.parts()
    with serving(tmp_path_factory.mktemp("club") / "club.db") as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


PLAIN = "http://tablet.example"  # from where a browser gives a page no files, as in a club's room


@pytest.fixture(params=["files", "database"])
def address(request: pytest.FixtureRequest, served: Served) -> str:
    """Of the page: where the browser keeps in files, or in a database."""
    return f"http://{served.host}" if request.param == "files" else PLAIN


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 780}) as context:

        def answer(route: Route) -> None:
            url = route.request.url.replace(PLAIN, f"http://{served.host}")
            route.fulfill(response=route.fetch(url=url))

        context.route(f"{PLAIN}/**", answer)
        yield context


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    return opened(context, address)


def opened(context: BrowserContext, address: str, state: str = "started") -> Page:
    page = context.new_page()
    page.goto(f"{address}/tablet/")
    page.wait_for_selector(f"body[data-state={state}]")
    assert page.evaluate("isSecureContext") == (address != PLAIN)
    return page


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.dispatch_event(f"#{key.lower()}", "pointerdown", {"pointerId": 1})
        page.wait_for_timeout(60)
        page.dispatch_event(f"#{key.lower()}", "pointerup", {"pointerId": 1})
        page.wait_for_timeout(60)


def picture_of(*keys: str, then: str = "") -> str:
    """What a tablet of the simulator shows after these keys, and what is done to it then."""
    with Tablet(Flash()) as tablet:
        tablet.press(*keys)
        if then:
            getattr(tablet, then)()
        pixels = tablet.look().pixels
    return "".join("1" if pixel else "0" for pixel in pixels)


def shows(page: Page, picture: str) -> bool:
    for _ in range(100):
        if page.evaluate(PICTURE) == picture:
            return True
        page.wait_for_timeout(50)
    return False


def test_a_deal_by_touch_looks_as_on_a_board(page: Page) -> None:
    tap(page, *DEAL)
    assert shows(page, picture_of(*DEAL))


def test_what_was_saved_is_there_in_the_next_page(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    tap(page, *DEAL)
    assert shows(page, picture_of(*DEAL))
    page.close()
    assert shows(opened(context, address), picture_of(*DEAL, then="reset"))


def test_reset_and_power_cut_do_what_they_do_to_a_board(page: Page) -> None:
    """A reset comes back in the middle of a deal, a power cut where the last one was saved."""
    half = (*DEAL, "DOWN", "OK")
    tap(page, *half)
    assert shows(page, picture_of(*half))
    page.click("#menu summary")
    page.click("#reset")
    assert shows(page, picture_of(*half, then="reset"))
    page.click("#cut")
    assert shows(page, picture_of(*half, then="power_cut"))


def test_a_keyboard_plays_too(page: Page) -> None:
    names = {"OK": "Enter", "BACK": "Backspace"}
    for key in DEAL:
        page.keyboard.press(names.get(key, f"Arrow{key.capitalize()}"), delay=60)
        page.wait_for_timeout(60)
    assert shows(page, picture_of(*DEAL))


def test_a_second_page_says_so_and_goes_on_when_the_first_is_closed(
    context: BrowserContext, page: Page, address: str
) -> None:
    tap(page, *DEAL)
    assert shows(page, picture_of(*DEAL))
    second = opened(context, address, "taken")
    assert "another page" in second.inner_text("#why")
    page.close()
    second.wait_for_selector("body[data-state=started]")
    assert shows(second, picture_of(*DEAL, then="reset"))


def test_a_second_page_of_a_room_may_take_the_tablet(context: BrowserContext) -> None:
    """The first is told at once, and shows nothing more as saved."""
    first = opened(context, PLAIN)
    tap(first, *DEAL)
    assert shows(first, picture_of(*DEAL))
    second = opened(context, PLAIN, "taken")
    second.click("#take")
    second.wait_for_selector("body[data-state=started]")
    first.wait_for_selector("body[data-state=taken]")
    assert shows(second, picture_of(*DEAL, then="reset"))
