"""The tablet beside the documentation plays to its pictures, and keeps nothing."""

import hashlib
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page

from support.commands import ROOT
from support.depth import sampled, some
from support.waiting import wait_until
from support.web import tablet_page

pytestmark = pytest.mark.full

ACCEPTED = json.loads((ROOT / "host_tests" / "ui" / "screens.json").read_text())
# What depends on the tablet: how much room it has.
NAMES = [name for name in ACCEPTED if name != "about"]
# Says something to the tablet as the page would, and hears all that it says.
SAY = """(message) => {
  const tablet = document.querySelector("#beside iframe").contentWindow;
  tablet.postMessage(message, location.origin);
}"""
LISTEN = """() => {
  window.heard = [];
  addEventListener("message", ({ data }) => heard.push(data));
}"""
# All keys that are seen to go down: for as short as that nobody looks at it in time.
WATCH = """() => {
  window.pressed = [];
  const note = ({ target }) => target.matches(".down") && pressed.push(target.id);
  new MutationObserver((all) => all.forEach(note))
    .observe(document.body, { subtree: true, attributeFilter: ["class"] });
}"""
AT = "(step) => heard.some(({ at, playing }) => at === step && !playing)"
STORES = """async () => {
  const root = await navigator.storage.getDirectory(), names = [];
  for await (const name of root.keys()) names.push(name);
  return [names, (await indexedDB.databases()).map(({ name }) => name), { ...localStorage }];
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1200, "height": 800}) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    return opened(context, address)


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address + "docs/tablet.html")
    page.wait_for_selector("#next:not([disabled])")
    return page


def tablet(page: Page) -> Frame:
    frame = page.query_selector("#beside iframe").content_frame()  # type: ignore[union-attr]
    assert frame
    return frame


def quickly_to(page: Page, step: int) -> None:
    page.evaluate(LISTEN)
    page.evaluate(SAY, {"play": {"quickly": step, "to": step}})
    wait_until(lambda: page.evaluate(AT, step))  # the page's policy allows no script


def shown(tablet: Page | Frame) -> str:
    return hashlib.sha256(bytes(map(int, tablet_page.picture(tablet)))).hexdigest()


def shows(tablet: Page | Frame, name: str) -> bool:
    return wait_until(lambda: shown(tablet) == ACCEPTED[name])


def picture(name: str) -> str:
    return f"button:has(img[src$='/{name}.png'])"


def press(page: Page, name: str) -> None:
    page.click(picture(name))
    page.wait_for_selector(f"{picture(name)}[aria-current]")


@sampled
def test_it_looks_as_the_pictures(page: Page, address: str, subtests: pytest.Subtests) -> None:
    """Each as the documentation has it; what comes before is played at once."""
    story = page.request.get(address + "tablet/screens.json").json()
    for name in some(NAMES, 4):
        with subtests.test(picture=name):
            quickly_to(page, next(at for at, step in enumerate(story) if step.get("name") == name))
            assert shows(tablet(page), name)


def test_a_picture_is_played_to_with_keys_that_one_sees(page: Page) -> None:
    """From the picture before it on; it can be paused among the five, and goes on."""
    pressed = tablet(page)
    pressed.evaluate(WATCH)
    page.click(picture("roster"))
    pressed.wait_for_function("() => pressed.includes('up')")
    page.click("#play >> text=Pause")
    page.wait_for_selector("#play >> text=Play on")
    assert shown(pressed) != ACCEPTED["roster"]
    page.click("#play")
    pressed.wait_for_function("() => pressed.includes('right')")
    page.wait_for_selector(f"{picture('roster')}[aria-current]")
    assert shows(tablet(page), "roster")
    assert page.inner_text("#at").startswith("Here: roster.")


def test_buttons_lead_to_the_next_picture_and_back_and_one_may_play_on(page: Page) -> None:
    for button, name in (("next", "home"), ("next", "new-game"), ("before", "home")):
        page.click(f"#{button}")
        page.wait_for_selector(f"{picture(name)}[aria-current]")
        assert shows(tablet(page), name)
    tablet(page).click("#ok", delay=100)
    assert shows(tablet(page), "new-game")
    assert page.inner_text("#at").startswith("You play.")
    press(page, "home")
    assert shows(tablet(page), "home")


def test_nothing_is_kept_beside_the_real_tablet(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    press(page, "new-game")
    assert page.evaluate(STORES) == [[], [], {}]
    real = context.new_page()
    real.goto(address + "tablet/")
    real.wait_for_selector("body[data-state=started]")
    real.click("#ok", delay=100)
    assert shows(real, "new-game")
    before = tablet_page.kept_files(real)
    assert [name for name, _ in before[1]] == ["a", "b"]
    page.reload()
    page.wait_for_selector("#next:not([disabled])")
    press(page, "new-game")
    tablet(page).click("#ok", delay=100)
    assert tablet_page.kept_files(real) == before
    assert real.get_attribute("body", "data-state") == "started"


def test_another_origin_presses_nothing(context, server, port, address):
    around = f'<title>elsewhere</title><iframe src="{address}tablet/demo.html"></iframe>'
    (server / "around.html").write_text(around)
    page = context.new_page()
    page.goto(f"http://localhost:{port}/around.html")
    inside = page.frames[1]
    inside.wait_for_selector("body[data-state=started]")
    inside.evaluate(LISTEN)
    press = {"play": {"quickly": 4, "to": 4}}
    page.evaluate("(what) => frames[0].postMessage(what, '*')", press)
    wait_until(lambda: inside.evaluate("heard.length > 0"))
    inside.wait_for_timeout(300)  # in which it would have been played
    assert shown(inside) == ACCEPTED["home"]
