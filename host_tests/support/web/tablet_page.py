"""The tablet's page in a real Chromium: opened, touched, looked at, and played beside a board."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dev.fetching import get_browser
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import PRESS_MS, READ_MS, Shot, Tablet
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.browsing import OPTIONS
from support.web.crashes import watch_pages
from support.web.phones import token
from support.web.served import Served

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser, BrowserContext, Frame, Page, Route

PLAIN = "http://tablet.example"  # from where a browser gives a page no files, as in a club's room
DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
PHONE = {"width": 390, "height": 780}
OTHERWISE = {"clock", "about"}  # screens: what time it is; how much room a disk has
# The picture as the canvas has it, a character a pixel.
_PICTURE = """() => {
  const canvas = document.getElementById("panel");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let lit = "";
  for (let at = 0; at < data.length; at += 4) lit += data[at] > 40 ? "1" : "0";
  return lit;
}"""
_SAME = f"(expected) => ({_PICTURE})() === expected"
_MIDDLE = """(key) => {
  const { left, top, width, height } = document.getElementById(key).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
# Put behind worker.mjs: once somebody has said how much time passes, no other time passes for this
# tablet; keys are held down and let go when this is heard of. In each step its loop turns once.
_CLOCK = """
const STEP = 10; // ms
const real = performance.now.bind(performance);
const hear = self.onmessage;
let now = null; // ms
performance.now = () => now ?? real();
async function pass(ms) {
  now ??= real();
  for (; ms > 0; ms -= STEP) {
    while (run && !timer) await new Promise((resolve) => setTimeout(resolve)); // it turns already
    clearTimeout(timer);
    now += Math.min(ms, STEP);
    if (run) await turn(run);
  }
}
self.onmessage = async ({ data }) => {
  if (data.hold !== undefined && now !== null) data.at = performance.timeOrigin + now;
  hear({ data });
  if (data.pass !== undefined) {
    await pass(data.pass);
    postMessage({ passed: true });
  }
};
"""
_PASS = """async ([ms, wait]) => {
  const { worker } = await import(document.querySelector("script[type=module]").src);
  const passed = new Promise((resolve) => {
    const hear = ({ data }) => {
      if (!data.passed) return;
      worker.removeEventListener("message", hear);
      resolve();
    };
    worker.addEventListener("message", hear);
  });
  worker.postMessage({ pass: ms });
  if (wait) await passed;
}"""
# Put behind worker.mjs: a cable to the tablet, whatever it is linked to.
_CABLE = """
const cable = new BroadcastChannel("cable");
cable.onmessage = ({ data }) => {
  link = { send: (parts) => parts.length && cable.postMessage(parts), end() {} };
  tablet.hear(data);
  wake();
};
"""
_FILES = """async () => {
  const [folder] = await Array.fromAsync((await navigator.storage.getDirectory()).values());
  const found = [];
  for await (const [name, file] of folder.entries())
    found.push([name, new Uint8Array(await (await file.getFile()).arrayBuffer()).join()]);
  return [folder.name, found.sort()];
}"""
_ID = "() => localStorage.getItem('scorepad-tablet')"


@contextlib.contextmanager
def phone(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """A private window, for which PLAIN is the server too."""
    with browser.new_context(has_touch=True, viewport=PHONE) as context:
        _lead(context, served)
        yield context


@contextlib.contextmanager
def lasting_phone(browser: Browser, served: Served, folder: Path) -> Iterator[BrowserContext]:
    """The same with a profile on the disk, as nearly everybody has it: its files are real ones."""
    found = get_browser.browser()
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=str(found.program),
        args=[*OPTIONS],
        env=found.variables(),
        has_touch=True,
        viewport=PHONE,
    )
    watch_pages(context)
    with context:
        _lead(context, served)
        yield context


def _lead(context: BrowserContext, served: Served) -> None:
    context.route(f"{PLAIN}/**", lambda route: answer(route, served))
    put_behind(context, served, "worker.mjs", "")


def answer(route: Route, served: Served, more: str = "") -> None:
    got = route.fetch(url=route.request.url.replace(PLAIN, f"http://{served.host}"))
    route.fulfill(response=got, body=got.text() + more) if more else route.fulfill(response=got)


def put_behind(context: BrowserContext, served: Served, module: str, more: str) -> None:
    """From now on a module of the page ends with this."""
    more = _CLOCK + more if module == "worker.mjs" else more
    context.route(f"**/tablet/{module}", lambda route: answer(route, served, more))


def opened(context: BrowserContext, address: str, state: str = "started", link: str = "") -> Page:
    """The page in a new tab, as soon as it has got so far. `link`: of a table, with its #."""
    page = context.new_page()
    page.goto(f"{address}/tablet/{link}")
    page.wait_for_selector(f"body[data-state={state}]")
    assert page.evaluate("isSecureContext") == (address != PLAIN)
    return page


def link(served: Served, table: int) -> str:
    """Of a table, as it stands behind the page's address."""
    return f"#{table}-{token(served, table)}"


def linked(context: BrowserContext, served: Served, table: int) -> Page:
    page = opened(context, f"http://{served.host}", link=link(served, table))
    page.wait_for_selector("body[data-link=linked]")
    return page


def picture(page: Page | Frame) -> str:
    return str(page.evaluate(_PICTURE))


def wait_until_shown(page: Page, expected: str) -> None:
    """The time limit of tests ends it if a page never shows this."""
    page.wait_for_function(_SAME, arg=expected)


def as_picture(pixels: bytes) -> str:
    return "".join("1" if pixel else "0" for pixel in pixels)


def picture_of(*keys: str, then: str = "") -> str:
    """What a tablet of the simulator shows after these keys, and what is done to it then."""
    with Tablet(Flash()) as tablet:
        tablet.press(*keys)
        if then:
            getattr(tablet, then)()
        return as_picture(tablet.pixels())


class Fingers:
    """Fingers on the keys of a page, whose tablet has no other time than theirs."""

    def __init__(self, page: Page):
        self._page = page
        self._system = page.context.new_cdp_session(page)
        self._down = False

    def wait(self, milliseconds: int, *keys: str) -> None:
        self.put(*keys)
        self.pass_time(milliseconds)

    def put(self, *keys: str) -> None:
        self.pass_time(0)
        self.touch(*keys)

    def touch(self, *keys: str, at: float | None = None) -> None:
        """As `put`, at a time in seconds since 1970, for a tablet that has its own time."""
        points = [self._point(key) for key in keys]
        if points or self._down:
            self._send("touchStart" if points else "touchEnd", points, at)
        self._down = bool(points)

    def slide(self, x: float, y: float) -> None:
        self._send("touchMove", [{"x": x, "y": y}])

    def tap(self, *keys: str, down_ms: int = PRESS_MS, up_ms: int = PRESS_MS) -> None:
        for key in keys:
            self.wait(down_ms, key)
            self.wait(READ_MS if key == "OK" else up_ms)

    def pass_time(self, milliseconds: int, until_over: bool = True) -> None:
        """Let the tablet's time go on, whatever is down."""
        self._page.evaluate(_PASS, [milliseconds, until_over])

    def _point(self, key: str) -> dict[str, float]:
        x, y = self._page.evaluate(_MIDDLE, key.lower())
        return {"x": x, "y": y, "id": float(sum(key.encode()))}

    def _send(self, kind: str, points: list[dict[str, float]], at: float | None = None) -> None:
        when = {} if at is None else {"timestamp": at}
        event = {"type": kind, "touchPoints": points, **when}
        self._system.send("Input.dispatchTouchEvent", event)


class BesidePage(Tablet):
    """A board of the simulator, and beside it a page that is touched just as it is pressed.

    Whoever looks at the board has seen the same on the page, or the test fails.
    """

    def __init__(self, flash: Flash, page: Page):
        self.page = page
        self._fingers = Fingers(page)
        super().__init__(flash)

    def wait(self, milliseconds: int, *keys: str) -> None:
        self._fingers.wait(milliseconds, *keys)
        super().wait(milliseconds, *keys)

    def look(self) -> Shot:
        shot = super().look()
        if shot.screen not in OTHERWISE:
            wait_until_shown(self.page, as_picture(shot.pixels))
        return shot


def with_cable(context: BrowserContext, served: Served) -> None:
    """The tablets of the pages that are opened from now on hear a cable."""
    put_behind(context, served, "worker.mjs", _CABLE)


def tap(page: Page, *keys: str) -> None:
    Fingers(page).tap(*keys)


def play_a_deal(page: Page) -> None:
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))


def kept_files(page: Page) -> list[Any]:
    """Its folder, and its files, each with its name and all bytes."""
    return list(page.evaluate(_FILES))


def kept_id(page: Page) -> str:
    """Of its tablet, which the browser remembers apart from what the tablet keeps."""
    page.wait_for_function(_ID)
    return str(page.evaluate(_ID))
