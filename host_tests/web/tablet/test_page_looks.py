"""The tablet's page to the eye: all in view, on any screen, in each language, for everybody."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from support.depth import sampled, some
from support.web.browsing import UNFOLD, WIDE, troubles, violations
from support.web.served import Served
from support.web.tablet_page import opened

pytestmark = pytest.mark.full

# CSS pixels, and how many dots of the screen each of them has.
SIZES = {
    "phone": (390, 780, 3.0), "phone on its side": (780, 390, 3.0), "android": (412, 869, 2.625),
    "narrow": (320, 568, 2.0), "low": (640, 360, 2.0), "very low": (568, 320, 2.0),
    "tablet": (1024, 768, 1.0), "tablet upright": (768, 1024, 2.0), "desk": (1200, 800, 1.0),
    "desk at 200 %": (600, 400, 2.0), "phone at 200 %": (195, 390, 6.0),
    "desk at 110 %": (1091, 727, 1.1),
}  # fmt: skip
LANGUAGES = {"en": "Back", "de": "Zurück", "fr": "Retour"}
LEAST = 44  # CSS pixels of a key each way (WCAG 2.5.5)
WIDE_ENOUGH = 0.75  # of what the panel could take in the smaller direction
BOXES = """() => Object.fromEntries(
  ["panel", "up", "down", "left", "right", "ok", "back", "menu"].map((id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return [id, [box.left, box.top, box.right, box.bottom]];
  }))"""
GLASS = "(one => [one.clientWidth, one.clientHeight])(document.querySelector('.glass'))"
ROOM = """(one => [innerWidth, innerHeight, one.scrollWidth, one.scrollHeight])
  (document.documentElement)"""
FOCUS = "document.activeElement.id || document.activeElement.tagName"


@pytest.fixture
def page(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    wide, high, dots = SIZES[getattr(request, "param", "phone")]
    how: dict[str, Any] = {"viewport": {"width": wide, "height": high}, "bypass_csp": True}
    with browser.new_context(has_touch=True, device_scale_factor=dots, **how) as context:
        yield opened(context, f"http://{served.host}")


@sampled
@pytest.mark.parametrize("page", some(SIZES, 3), indirect=True)
def test_panel_and_keys_are_all_in_view(page: Page) -> None:
    """Nothing lies upon another thing, and each pixel of the panel is whole dots of the screen."""
    wide, high, whole_wide, whole_high = page.evaluate(ROOM)
    assert (whole_wide, whole_high) == (wide, high), "one would have to scroll"
    boxes = page.evaluate(BOXES)
    for name, (left, top, right, bottom) in boxes.items():
        assert left >= 0 and top >= 0 and right <= wide + 0.5 and bottom <= high + 0.5, name
        if name not in ("panel", "menu"):
            assert min(right - left, bottom - top) >= LEAST, name
    assert not [
        (name, two)
        for name, (left, top, right, bottom) in boxes.items()
        for two, (other_left, other_top, _, _) in boxes.items()
        if name != two and left <= other_left < right and top <= other_top < bottom
    ]
    left, _, right, _ = boxes["panel"]
    dots = (right - left) * page.evaluate("devicePixelRatio") / 128
    assert dots == pytest.approx(round(dots), abs=0.02)
    glass_wide, glass_high = page.evaluate(GLASS)
    assert right - left >= WIDE_ENOUGH * min(glass_wide, 2 * glass_high)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks(browser: Browser, served: Served, language: str) -> None:
    with browser.new_context(locale=language, viewport={"width": 320, "height": 568}) as context:
        page = opened(context, f"http://{served.host}")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.inner_text("#back") == LANGUAGES[language]
        page.evaluate(UNFOLD)
        assert {*troubles(page)} <= {"upon"}  # the keys, as long as it is unfolded
        second = opened(context, f"http://{served.host}", "taken")
        box = second.locator("#trouble").bounding_box()
        assert box and box["y"] >= 0 and box["height"] < 400
        lies_above = f"document.elementFromPoint(60, {box['y'] + box['height'] - 20}).closest"
        assert second.evaluate(f"Boolean({lies_above}('#trouble'))")
        assert not second.evaluate(WIDE)
        assert not second.is_visible("#menu")  # whose words would lie beneath its edge


@pytest.mark.parametrize("trouble", [False, True])
def test_axe_finds_nothing(page: Page, served: Served, trouble: bool) -> None:
    if trouble:
        page = opened(page.context, f"http://{served.host}", "taken")
    page.evaluate(UNFOLD)
    assert violations(page) == []


def test_the_keyboard_goes_through_it_in_the_order_of_the_eye(page: Page) -> None:
    order = []
    for _ in range(7):
        page.keyboard.press("Tab")
        order.append(page.evaluate(FOCUS))
    assert order == ["back", "up", "ok", "left", "down", "right", "SUMMARY"]
