"""The site on a plain server, beneath a path: whole, all of one origin, and fit to be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from support.depth import some
from support.web.browsing import DESK, PHONE, UNFOLD, troubles, violations
from website import build

pytestmark = pytest.mark.full

LAID_OUT = (  # one of each kind
    *("", "tablet/", "install/"),
    *("docs/", "docs/tablet.html", "docs/scoring.html", "docs/api.html"),
)
STARTED = "body[data-state=started]"
# A new game, and South plays; between two presses of OK another key, so that nobody has to wait.
PLAYED = ("Enter", *("ArrowDown", "Enter", "ArrowUp", "Enter") * 2)
READY = {  # what goes on loading
    "docs/tablet.html": "#next:not([disabled])",
    "tablet/index.html": STARTED,
    "tablet/demo.html": STARTED,
}


@pytest.fixture(scope="module")
def read(files: Path) -> list[str]:
    paths = sorted(path.relative_to(files).as_posix() for path in files.rglob("*.html"))
    shown = [path for path in paths if path.startswith("docs/files/")]
    return [*some(shown, 8), *(path for path in paths if path not in shown)]


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(base_url=address, bypass_csp=True) as context:
        yield context.new_page()  # without the policy, as axe is a script from outside


def failure(request: Request) -> list[str]:
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.failure} {request.url}"]


def test_nothing_is_asked_of_others_and_nothing_is_complained_of(browser, address, read):
    asked: set[str] = set()
    wrong: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        context.on("request", lambda request: asked.add(request.url))
        context.on("requestfailed", lambda request: wrong.extend(failure(request)))
        context.on(
            "response", lambda got: got.status < 400 or wrong.append(f"{got.status} {got.url}")
        )
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for name in read:
            page.goto(address + name, wait_until="load")
            if ready := READY.get(name):
                page.wait_for_selector(ready)
    assert wrong == []
    assert {url for url in asked if not url.startswith(address)} == set()


@pytest.mark.parametrize(("width", "height"), [(PHONE, 780), *some([(DESK, 800), (780, 390)], 2)])
def test_every_page_fits(page, read, width, height, subtests):
    page.set_viewport_size({"width": width, "height": height})
    for path in read if width == PHONE else some(read, 4):
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            found = troubles(page)
            if path.startswith("tablet/"):  # whose menu may open upon the keys
                found.pop("upon", None)
            assert found == {}


@pytest.mark.parametrize(
    ("width", "colours"),
    some([(DESK, "light"), (PHONE, "dark"), (DESK, "dark"), (PHONE, "light")], 4),
)
def test_axe_finds_nothing(page, width, colours, subtests):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    for path in LAID_OUT:
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            assert violations(page) == []


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_the_front_page_speaks(browser: Browser, address: str, language: str) -> None:
    with browser.new_context(locale=language) as context:
        page = context.new_page()
        page.goto(address)
        spoken = language if language != "es" else "en"
        page.wait_for_selector(f"html[lang={spoken}]")
        texts = page.locator("[data-say]").all_inner_texts()
    english = "Scorepad scores bridge at the table" in texts[0]
    assert english == (spoken == "en")
    assert all(texts)


def test_a_deal_is_played_and_nothing_is_said_of_a_club(browser: Browser, address: str) -> None:
    """Also by somebody who comes with the link of a club's table, which is not here."""
    with browser.new_context() as context:
        page = context.new_page()
        sockets: list[str] = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        page.goto(address + "tablet/#7-" + "x" * 22)
        page.wait_for_selector(STARTED)
        for key in PLAYED:
            page.keyboard.press(key, delay=60)
            page.wait_for_timeout(60)  # a finger's way
        page.reload()
        page.wait_for_selector(STARTED)
        assert page.inner_text("#link") == ""
        assert sockets == []
        assert page.evaluate("localStorage.getItem('scorepad-club')") is None


def test_the_site_is_made_twice_alike(files: Path) -> None:
    made = build.site()
    there = {path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file()}
    assert set(made) == there
    assert all((files / path).read_bytes() == content for path, content in made.items())
