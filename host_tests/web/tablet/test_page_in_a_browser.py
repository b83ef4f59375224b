"""The tablet's page in a real Chromium: by touch, by mouse and by keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.served import Served
from support.web.tablet_page import (
    Fingers,
    opened,
    picture_of,
    put_behind,
    shows,
)

pytestmark = pytest.mark.full

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
TO_THE_CONTRACT = (*NEW_GAME, "DOWN")
BY_KEYBOARD = {"OK": "Enter", "BACK": "Backspace"}
LONG_PRESS_MS = 1300
BUSY_MS = 400
# Put behind worker.mjs: a thread that is busy with something else, for as long as it is told.
BUSY = """
new BroadcastChannel("busy").onmessage = ({ data }) => {
  for (const end = performance.now() + data; performance.now() < end; );
};
"""
KEEP_BUSY = "(ms) => (window.busy ??= new BroadcastChannel('busy')).postMessage(ms)"
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
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def fingers(page: Page) -> Fingers:
    return Fingers(page)


def test_a_deal_by_touch_looks_as_on_a_board(page: Page, fingers: Fingers) -> None:
    fingers.tap(*DEAL)
    assert shows(page, picture_of(*DEAL))


@pytest.mark.parametrize("address", ["files"], indirect=True)
class TestKeys:
    """However a browser keeps the tablet."""

    def test_a_keyboard_plays_too(self, page: Page) -> None:
        for key in DEAL:
            page.keyboard.press(BY_KEYBOARD.get(key, f"Arrow{key.capitalize()}"), delay=60)
            page.wait_for_timeout(60)
        assert shows(page, picture_of(*DEAL))

    def test_a_mouse_plays_too(self, page: Page) -> None:
        for key in DEAL:
            page.click(f"#{key.lower()}", delay=60)
            page.wait_for_timeout(60)
        assert shows(page, picture_of(*DEAL))

    def test_what_clicks_without_a_pointer_plays_too(self, page: Page) -> None:
        """As software does for people who can use none."""
        for key in NEW_GAME:
            page.evaluate("one => document.getElementById(one).click()", key.lower())
            page.wait_for_timeout(200)
        assert shows(page, picture_of(*NEW_GAME))

    def test_taps_as_short_as_they_can_be(self, page: Page, fingers: Fingers) -> None:
        fingers.tap(*TO_THE_CONTRACT, down_ms=0, up_ms=70)
        fingers.tap("UP", "UP", "UP", down_ms=0, up_ms=70)
        assert shows(page, picture_of(*TO_THE_CONTRACT, "UP", "UP", "UP"))

    def test_a_finger_that_slides_off_its_key_has_pressed_once(
        self, page: Page, fingers: Fingers
    ) -> None:
        fingers.tap(*TO_THE_CONTRACT)
        fingers.put("UP")
        fingers.slide(200, 100)
        page.wait_for_timeout(60)
        fingers.put()
        page.wait_for_timeout(700)
        assert shows(page, picture_of(*TO_THE_CONTRACT, "UP"))

    def test_two_fingers_press_two_keys(self, page: Page, fingers: Fingers) -> None:
        fingers.tap(*TO_THE_CONTRACT)
        fingers.put("UP")
        page.wait_for_timeout(60)
        fingers.put("UP", "RIGHT")
        page.wait_for_timeout(60)
        fingers.put()
        assert shows(page, picture_of(*TO_THE_CONTRACT, "UP", "RIGHT"))

    def test_back_held_opens_the_menu(self, page: Page, fingers: Fingers) -> None:
        fingers.tap(*NEW_GAME)
        fingers.hold("BACK", LONG_PRESS_MS)
        fingers.tap("DOWN", "OK")
        expected = picture_of(*NEW_GAME)
        assert not shows_at_once(page, expected)
        fingers.tap("BACK", "BACK")
        assert shows(page, expected)

    def test_who_looks_at_something_else_holds_no_key(self, page: Page, fingers: Fingers) -> None:
        """It would repeat for as long as the page is hidden."""
        fingers.tap(*TO_THE_CONTRACT)
        fingers.put("UP")
        page.wait_for_timeout(60)
        page.evaluate(HIDE, True)
        expected = picture_of(*TO_THE_CONTRACT, "UP")
        assert shows(page, expected)
        page.wait_for_timeout(900)
        assert shows_at_once(page, expected)


def shows_at_once(page: Page, expected: str) -> bool:
    return shows(page, expected, tries=1)


@pytest.fixture
def busy(context: BrowserContext, served: Served) -> Iterator[Page]:
    put_behind(context, served, "worker.mjs", BUSY)
    yield opened(context, f"http://{served.host}")


def test_no_tap_is_lost_while_the_tablet_draws(busy: Page) -> None:
    """On a slow telephone: keys count from when the finger came."""
    fingers = Fingers(busy)
    fingers.tap(*TO_THE_CONTRACT)
    busy.evaluate(KEEP_BUSY, BUSY_MS)
    fingers.tap("UP", "UP", down_ms=50, up_ms=50)
    assert shows(busy, picture_of(*TO_THE_CONTRACT, "UP", "UP"))


def test_a_press_buzzes_and_the_telephone_stays_awake(
    context: BrowserContext, served: Served
) -> None:
    """Also when somebody comes back to the page, and presses nothing. One asks once to keep it."""
    context.grant_permissions(["screen-wake-lock"])  # which a browser with a window just gives
    context.add_init_script(WATCH)
    page = opened(context, f"http://{served.host}")
    Fingers(page).tap("OK", "BACK")
    page.wait_for_function("() => window.lock && buzzed.length === 2 && persisted === 1")
    page.evaluate("lock.release()")  # as a browser does when the page is hidden
    page.evaluate(HIDE, False)
    page.wait_for_function("() => asked === 2")
