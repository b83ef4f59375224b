"""The tablet's page in a real Chromium: by touch, by keyboard, and kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from dev.fetching import get_micropython_wasm
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.web.tablet import bundle
from support.depth import some
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

# Another page owns the database from now on.
TAKE_AWAY = """() => new Promise((resolve) => {
  indexedDB.open("scorepad").onsuccess = ({ target }) => {
    const transaction = target.result.transaction("owner", "readwrite");
    transaction.objectStore("owner").put({ token: "another", when: Date.now() }, 0);
    transaction.oncomplete = () => { target.result.close(); resolve(); };
  };
})"""

WRITES = len(DEAL)  # each key is one at least: what is on the screen is kept
# Put behind stores.mjs: a disk that is full, and a power cut in the middle of a write.
FAULTS = """
const channel = new BroadcastChannel("faults");
let full = false, left = Infinity;
channel.onmessage = ({ data }) => {
  full = data.full ?? full;
  left = data.die ?? left;
  channel.postMessage("heard");
};
function fail(half) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  if (--left) return;
  half();
  channel.postMessage("died");
  self.close();
  throw new Error("dead");
}
const Handle = globalThis.FileSystemSyncAccessHandle; // not in plain http
const write = Handle?.prototype.write;
if (Handle) Handle.prototype.write = function (bytes, where) {
  fail(() => write.call(this, bytes.subarray(0, bytes.length >> 1), where));
  return write.call(this, bytes, where);
};
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (content, name) {
  if (this.name === "files") fail(() => this.transaction.abort());
  return put.call(this, content, name);
};
"""
TELL = """(what) => new Promise((resolve) => {
  window.faults ??= new BroadcastChannel("faults");
  window.died = false;
  window.faults.onmessage = ({ data }) => data === "died" ? window.died = true : resolve();
  window.faults.postMessage(what);
})"""


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


def test_a_second_page_may_take_the_tablet(context: BrowserContext, address: str) -> None:
    """The first is told at once, and shows nothing more as saved."""
    first = opened(context, address)
    tap(first, *DEAL)
    assert shows(first, picture_of(*DEAL))
    second = opened(context, address, "taken")
    second.click("#take")
    second.wait_for_selector("body[data-state=started]")
    first.wait_for_selector("body[data-state=taken]")
    assert shows(second, picture_of(*DEAL, then="reset"))


def test_a_page_that_sleeps_may_lose_its_tablet_but_saves_nothing_more(
    context: BrowserContext,
) -> None:
    """A database has no lock: who saves looks first whose it is."""
    first = opened(context, PLAIN)
    tap(first, *DEAL)
    assert shows(first, picture_of(*DEAL))
    first.evaluate(TAKE_AWAY)
    tap(first, "DOWN")
    first.wait_for_selector("body[data-state=taken]")


def spoil(context: BrowserContext, served: Served) -> None:
    """What the page writes to the disk can fail from now on, as FAULTS says."""

    def answer(route: Route) -> None:
        url = route.request.url.replace(PLAIN, f"http://{served.host}")
        got = route.fetch(url=url)
        route.fulfill(response=got, body=got.text() + FAULTS)

    context.route("**/stores.mjs", answer)


def fault(page: Page, **what: object) -> None:
    """Tells the page's thread, and waits until it knows."""
    page.evaluate(TELL, what)


def test_a_store_that_takes_nothing_is_said_and_nothing_is_shown_as_saved(
    context: BrowserContext, address: str, served: Served
) -> None:
    """The disk is full in the middle of a deal; then there is room again."""
    spoil(context, served)
    page = opened(context, address)
    tap(page, *DEAL[:-1])
    before = picture_of(*DEAL[:-1])
    assert shows(page, before)
    fault(page, full=True)
    tap(page, "OK")
    page.wait_for_selector("body[data-state=full]")
    assert "no room" in page.inner_text("#why")
    assert page.evaluate(PICTURE) == before
    fault(page, full=False)
    page.click("#again")
    page.wait_for_selector("body[data-state=started]")
    assert shows(page, before)
    tap(page, "OK")
    assert shows(page, picture_of(*DEAL))


@pytest.mark.parametrize("write", some(range(1, WRITES + 1), 3))
def test_a_thread_that_dies_at_a_write_has_shown_nothing_that_is_not_kept(
    context: BrowserContext, address: str, served: Served, write: int
) -> None:
    """Of what goes to the disk half may be there; whoever opens the page again goes on."""
    spoil(context, served)
    page = opened(context, address)
    fault(page, die=write)
    done = 0
    while not page.evaluate("window.died"):
        tap(page, DEAL[done % len(DEAL)])
        page.wait_for_timeout(40)
        done += 1
    seen = page.evaluate(PICTURE)
    shown = next(n for n in range(done, -1, -1) if picture_of(*DEAL[:n]) == seen)
    page.close()
    kept = [picture_of(*DEAL[:n], then="reset") for n in range(shown, done + 1)]
    again = opened(context, address)
    again.wait_for_timeout(500)
    assert again.evaluate(PICTURE) in kept


def test_all_of_it_is_small_on_the_wire(served: Served) -> None:
    names = ["", *(path.name for path in bundle.site().iterdir() if path.name != "index.html")]
    replies = [served.get(f"/tablet/{name}", Accept_Encoding="gzip") for name in names]
    assert {reply.status for reply in replies} == {200}
    assert sum(len(reply.raw) for reply in replies) < 400 * 1024


def test_nothing_else_runs_in_it(served: Served) -> None:
    reply = served.get("/tablet/worker.mjs")
    assert "script-src 'self' 'wasm-unsafe-eval';" in reply.headers["content-security-policy"]
    assert reply.headers["content-type"].startswith("text/javascript")
    assert served.get("/tablet/micropython.wasm").headers["content-type"] == "application/wasm"
    assert served.get("/tablet").headers["location"] == "/tablet/"
    assert served.get("/tablet/no-such-file").status == 404
    assert served.get("/tablet/%2e%2e/board.py").status == 404
