"""The tablet's page in a real Chromium: by touch, by mouse and by keyboard."""

import time

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import PRESS_MS, READ_MS, Tablet
from support.tablet.tablets import NEW_GAME
from support.web.browsing import HIDE
from support.web.served import Served
from support.web.tablet_page import (
    DEAL,
    Fingers,
    as_picture,
    opened,
    picture,
    picture_of,
    play_a_deal,
    put_behind,
    tap,
    wait_until_shown,
)

pytestmark = pytest.mark.full

TO_THE_CONTRACT = (*NEW_GAME, "DOWN")
BY_KEYBOARD = {"OK": "Enter", "BACK": "Backspace"}
LONG_PRESS_MS = 1300
REPEATED_MS = 900  # for which a key must be down to count more than once, and more
# Put behind worker.mjs: a thread that is busy until the server has answered.
BUSY = """
new BroadcastChannel("busy").onmessage = () => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL("busy", import.meta.url), false);
  request.send();
};
"""
KEEP_BUSY = "() => new BroadcastChannel('busy').postMessage('')"
WATCH = """
window.asked = 0;
window.buzzed = [];
const { request } = WakeLock.prototype;
WakeLock.prototype.request = async function (kind) {
  asked++;
  return (window.lock = await request.call(this, kind));
};
window.persisted = 0;
StorageManager.prototype.persist = async () => Boolean(++persisted);
Navigator.prototype.vibrate = (ms) => Boolean(buzzed.push(ms));
"""
# The page lets go after some time of its own.
CLICK = """(name) => new Promise((resolve) => {
  const key = document.getElementById(name);
  new MutationObserver(() => key.classList.contains("down") || resolve())
    .observe(key, { attributeFilter: ["class"] });
  key.click();
})"""


@pytest.fixture
def fingers(page: Page) -> Fingers:
    return Fingers(page)


def test_a_deal_by_touch_looks_as_on_a_board(page: Page) -> None:
    play_a_deal(page)


@pytest.mark.parametrize("address", ["files"], indirect=True)
class TestKeys:
    """However a browser keeps the tablet."""

    @pytest.mark.parametrize("by", ["keyboard", "mouse"])
    def test_what_is_no_finger_plays_too(self, page: Page, fingers: Fingers, by: str) -> None:
        for key in DEAL:
            fingers.wait(READ_MS)
            page.hover(f"#{key.lower()}")
            name = BY_KEYBOARD.get(key, f"Arrow{key.capitalize()}")
            page.mouse.down() if by == "mouse" else page.keyboard.down(name)
            fingers.wait(PRESS_MS)
            page.mouse.up() if by == "mouse" else page.keyboard.up(name)
        wait_until_shown(page, picture_of(*DEAL))

    def test_what_clicks_without_a_pointer_plays_too(self, page: Page, fingers: Fingers) -> None:
        for key in NEW_GAME:
            fingers.wait(READ_MS)
            page.evaluate(CLICK, key.lower())
        wait_until_shown(page, picture_of(*NEW_GAME))

    def test_short_taps_two_fingers_one_that_slides_off_and_one_of_who_looks_elsewhere(
        self, page: Page, fingers: Fingers
    ) -> None:
        """The last one would repeat for as long as the page is hidden."""
        keys = (*TO_THE_CONTRACT, "UP", "UP", "UP")
        fingers.tap(*keys, down_ms=0, up_ms=70)
        wait_until_shown(page, picture_of(*keys))
        fingers.wait(PRESS_MS, "UP")
        fingers.wait(PRESS_MS, "UP", "RIGHT")
        fingers.wait(PRESS_MS)
        wait_until_shown(page, picture_of(*keys, "UP", "RIGHT"))
        fingers.put("DOWN")
        fingers.slide(200, 100)
        fingers.pass_time(PRESS_MS)
        fingers.wait(REPEATED_MS)
        assert picture(page) == picture_of(*keys, "UP", "RIGHT", "DOWN")
        fingers.wait(PRESS_MS, "DOWN")
        page.evaluate(HIDE, True)
        fingers.pass_time(REPEATED_MS)
        assert picture(page) == picture_of(*keys, "UP", "RIGHT", "DOWN", "DOWN")

    def test_back_held_opens_the_menu(self, page: Page, fingers: Fingers) -> None:
        fingers.tap(*NEW_GAME)
        fingers.wait(LONG_PRESS_MS, "BACK")
        fingers.tap("DOWN", "OK")
        expected = picture_of(*NEW_GAME)
        assert picture(page) != expected
        fingers.tap("BACK", "BACK")
        wait_until_shown(page, expected)


def test_no_tap_is_lost_while_the_tablet_draws(context: BrowserContext, served: Served) -> None:
    put_behind(context, served, "worker.mjs", BUSY)
    asked = list[Route]()
    context.route("**/tablet/busy", lambda route: asked.append(route))  # noqa: PLW0108  # as Playwright marks it
    page = opened(context, f"http://{served.host}")
    tap(page, *TO_THE_CONTRACT)
    page.reload()  # its tablet has its own time again
    page.wait_for_selector("body[data-state=started]")
    fingers = Fingers(page)
    page.evaluate(KEEP_BUSY)
    while not asked:
        page.wait_for_timeout(1)  # in which Playwright hears of it
    for at in range(4):
        fingers.touch(*["UP"][at % 2 :], at=time.time() - (4 - at) * PRESS_MS / 1000)
    asked[0].fulfill(status=204)
    with Tablet(Flash()) as tablet:
        tablet.press(*TO_THE_CONTRACT)
        tablet.reset()
        tablet.press("UP", "UP")
        wait_until_shown(page, as_picture(tablet.pixels()))


def test_a_press_buzzes_and_the_phone_stays_awake(context: BrowserContext, served: Served) -> None:
    """Also when somebody comes back to the page, and presses nothing. One asks once to keep it."""
    context.grant_permissions(["screen-wake-lock"])  # which a browser with a window just gives
    context.add_init_script(WATCH)
    page = opened(context, f"http://{served.host}")
    Fingers(page).tap("OK", "BACK")
    page.wait_for_function("() => window.lock && buzzed.length === 2 && persisted === 1")
    page.evaluate("lock.release()")  # as a browser does when the page is hidden
    page.evaluate(HIDE, False)
    page.wait_for_function("() => asked === 2")
