"""What a page keeps of its tablet, which is that of the whole browser, and what if it cannot."""

from binascii import a2b_base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from firmware.link.codec import frame, unframe
from firmware.session import Session, fold
from firmware.storage import record
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import HOLD_MS, PRESS_MS, Tablet
from support.commands import ROOT
from support.depth import sampled, some
from support.web import evening
from support.web.served import Served
from support.web.tablet_page import (
    DEAL,
    PLAIN,
    Fingers,
    as_picture,
    kept_files,
    kept_id,
    lasting_phone,
    opened,
    picture,
    picture_of,
    play_a_deal,
    put_behind,
    tap,
    wait_until_shown,
    with_cable,
)

pytestmark = pytest.mark.full

# Another page owns the database from now on.
TAKE_AWAY = """() => new Promise((resolve) => {
  indexedDB.open("scorepad").onsuccess = ({ target }) => {
    const transaction = target.result.transaction("owner", "readwrite");
    transaction.objectStore("owner").put({ token: "another", when: Date.now() }, 0);
    transaction.oncomplete = () => { target.result.close(); resolve(); };
  };
})"""
# Behind stores.mjs: the next thing that is kept takes as long as somebody likes.
SLOW = """
const slow = new BroadcastChannel("slow");
let [waiting, go] = [null, null];
slow.onmessage = ({ data }) => {
  if (data === "wait") waiting = new Promise((resolve) => (go = resolve));
  else go();
};
const { commit } = Database.prototype;
Database.prototype.commit = async function (changes) {
  if (!waiting || !changes.length) return commit.call(this, changes);
  const until = waiting;
  waiting = null;
  slow.postMessage("waits");
  await until;
  return commit.call(this, changes).finally(() => slow.postMessage("done"));
};
"""
LISTEN = """() => {
  window.slow = new BroadcastChannel("slow");
  slow.onmessage = ({ data }) => (window.told = data);
  slow.postMessage("wait");
}"""
FAULTS = ROOT / "host_tests" / "support" / "web" / "store_faults.mjs"
TELL = """(what) => new Promise((resolve) => {
  window.faults ??= new BroadcastChannel("faults");
  window.faults.onmessage = resolve;
  window.faults.postMessage(what);
})"""
# In the page, before anything else of it, and behind stores.mjs: as where a browser keeps nothing.
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""
NO_STORE = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
if (navigator.storage) StorageManager.prototype.getDirectory = async () => denied();
IDBFactory.prototype.open = denied;
"""
SPOIL = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle((await root.keys().next()).value);
  for (const name of ["a", "b"]) {
    const file = await folder.getFileHandle(name);
    if (!(await file.getFile()).size) continue;
    const writable = await file.createWritable({ keepExistingData: true });
    await writable.write({ type: "write", position: 40, data: new Uint8Array(8).fill(0x55) });
    await writable.close();
  }
}"""
TAKE = "new BroadcastChannel('scorepad').postMessage('taken')"


def test_what_was_saved_is_there_in_the_next_page(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    play_a_deal(page)
    page.close()
    wait_until_shown(opened(context, address), picture_of(*DEAL, then="reset"))


def test_reset_and_power_cut_do_what_they_do_to_a_board(page: Page) -> None:
    half = (*DEAL, "DOWN", "OK")
    tap(page, *half)
    wait_until_shown(page, picture_of(*half))
    page.click("#menu summary")
    page.click("#reset")
    wait_until_shown(page, picture_of(*half, then="reset"))
    page.click("#cut")
    wait_until_shown(page, picture_of(*half, then="power_cut"))


def test_a_second_page_says_so_may_take_the_tablet_and_gives_it_back(context, page, address):
    """Who has lost it is told at once, and goes on when the other page is closed."""
    play_a_deal(page)
    second = opened(context, address, "taken")
    assert "another page" in second.inner_text("#why")
    second.click("#take")
    second.wait_for_selector("body[data-state=started]")
    page.wait_for_selector("body[data-state=taken]")
    wait_until_shown(second, picture_of(*DEAL, then="reset"))
    second.close()
    page.wait_for_selector("body[data-state=started]")
    wait_until_shown(page, picture_of(*DEAL, then="reset"))


def test_two_pages_started_at_once_are_one_tablet(context: BrowserContext, address: str) -> None:
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{address}/tablet/", wait_until="commit")
    for page in pages:
        page.wait_for_selector("body[data-state]")
    states = [page.get_attribute("body", "data-state") for page in pages]
    assert sorted(map(str, states)) == ["started", "taken"]
    owner, other = sorted(pages, key=lambda page: states[pages.index(page)] != "started")
    known = kept_id(owner)
    owner.close()
    other.wait_for_selector("body[data-state=started]")
    assert kept_id(other) == known


def test_a_page_that_has_lost_its_tablet_saves_nothing_more(context: BrowserContext) -> None:
    """A database has no lock: who saves looks first whose it is."""
    first = opened(context, PLAIN)
    play_a_deal(first)
    first.evaluate(TAKE_AWAY)
    tap(first, "DOWN")
    first.wait_for_selector("body[data-state=taken]")


def test_what_took_too_long_ends_nothing_newer(context: BrowserContext, served: Served) -> None:
    """A disk that is slow: the page has lost the tablet meanwhile, and has it again."""
    put_behind(context, served, "stores.mjs", SLOW)
    page = opened(context, PLAIN)
    page.evaluate(LISTEN)
    fingers = Fingers(page)
    fingers.put("OK")
    fingers.pass_time(PRESS_MS, until_over=False)  # at each key something is kept
    fingers.touch()
    page.wait_for_function("() => window.told === 'waits'")
    page.evaluate(TAKE)
    page.wait_for_selector("body[data-state=taken]")
    page.click("#take")
    page.wait_for_selector("body[data-state=started]")
    wait_until_shown(page, picture_of())
    page.evaluate("slow.postMessage('go')")
    page.wait_for_function("() => window.told === 'done'")
    play_a_deal(page)


# ---- a browser that does not let a page keep its tablet: full, refused, damaged, deleted


@pytest.fixture
def lasting(browser: Browser, served: Served, tmp_path: Path) -> Iterator[BrowserContext]:
    with lasting_phone(browser, served, tmp_path) as context:
        yield context


def evict(page: Page, address: str) -> None:
    """What a browser does that needs room: nothing of localStorage is deleted."""
    where = {"origin": address, "storageTypes": "file_systems,indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", where)


def nowhere(page: Page, address: str) -> None:
    page.goto(f"{address}/tablet/icon.svg")


def test_a_store_that_takes_nothing_is_said_and_nothing_is_shown_as_saved(
    context: BrowserContext, address: str, served: Served
) -> None:
    put_behind(context, served, "stores.mjs", FAULTS.read_text(encoding="utf-8"))
    page = opened(context, address)
    tap(page, *DEAL[:-1])
    before = picture_of(*DEAL[:-1])
    wait_until_shown(page, before)
    page.evaluate(TELL, {"full": True})
    tap(page, "OK")
    page.wait_for_selector("body[data-state=full]")
    assert "no room" in page.inner_text("#why")
    assert picture(page) == before
    page.evaluate(TELL, {"full": False})
    page.click("#again")
    page.wait_for_selector("body[data-state=started]")
    wait_until_shown(page, before)
    tap(page, "OK")
    wait_until_shown(page, picture_of(*DEAL))


@pytest.mark.parametrize("address", ["files"], indirect=True)
def test_a_browser_without_room_says_so(lasting: BrowserContext, address: str) -> None:
    """By its own limit for a site; of what it has given to the files an evening takes a tenth."""
    page = lasting.new_page()
    nowhere(page, address)
    system = page.context.new_cdp_session(page)
    system.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.goto(f"{address}/tablet/")
    page.wait_for_selector("body[data-state=full]")
    system.send("Storage.overrideQuotaForOrigin", {"origin": address})
    page.click("#again")
    page.wait_for_selector("body[data-state=started]")


def test_a_browser_that_keeps_nothing_says_so(context, address, served):
    put_behind(context, served, "stores.mjs", NO_STORE)
    context.add_init_script(NO_STORAGE)
    page = opened(context, address, "refused")
    assert "does not let this page keep anything" in page.inner_text("#why")


def test_only_the_page_s_own_memory_may_be_refused(context: BrowserContext, address: str) -> None:
    context.add_init_script(NO_STORAGE)
    page = opened(context, address)
    play_a_deal(page)


@pytest.mark.parametrize("address", ["files"], indirect=True)
def test_what_cannot_be_read_is_said_and_left_alone(lasting: BrowserContext, address: str) -> None:
    page = opened(lasting, address)
    play_a_deal(page)
    nowhere(page, address)
    page.evaluate(SPOIL)
    spoilt = kept_files(page)
    page.goto(f"{address}/tablet/")
    page.wait_for_selector("body[data-state=damaged]")
    assert "call the director" in page.inner_text("#why")
    nowhere(page, address)
    assert kept_files(page) == spoilt


def delete_while_it_is_open(page: Page, address: str) -> None:
    before = picture(page)
    evict(page, address)
    tap(page, "DOWN")
    page.wait_for_selector("body[data-state=gone]")
    assert picture(page) == before


def delete_meanwhile(page: Page, address: str) -> None:
    nowhere(page, address)
    evict(page, address)
    page.goto(f"{address}/tablet/")
    page.wait_for_selector("body[data-state=gone]")


@pytest.mark.parametrize("delete", [delete_while_it_is_open, delete_meanwhile])
def test_a_tablet_that_the_browser_has_deleted_is_said(lasting, address, delete):
    """Also when one looks again; a press begins with another one, which has another id."""
    page = opened(lasting, address)
    play_a_deal(page)
    known = kept_id(page)
    delete(page, address)
    for _ in range(2):
        assert f"deleted what it kept of tablet {known}" in page.inner_text("#why")
        assert page.locator("#trouble button:visible").all_inner_texts() == [
            "Begin with a new tablet"
        ]
        page.reload()
        page.wait_for_selector("body[data-state=gone]")
    page.click("#anew")
    page.wait_for_selector("body[data-state=started]")
    wait_until_shown(page, picture_of())
    assert kept_id(page) not in ("", known)


# ---- its thread is killed at the writes of an evening: what was shown as saved is kept

KILLS = FAULTS.with_name("evening_kills.mjs")
EVERY = 10
STILL = 2  # steps at which nothing is written: the players wait, or look
HALF = (*DEAL, "DOWN", "OK")  # in the middle of the second deal
Step = tuple[str, int, str, str]  # a key or "", ms, the picture then, and after a reset then
PLAY = "async ([name, ...given]) => (await import('/tablet/evening_kills.mjs'))[name](...given)"


class Watched(Tablet):
    def __init__(self) -> None:
        self.done: list[tuple[str, int, str]] = []
        super().__init__(Flash())

    def wait(self, milliseconds: int, *keys: str) -> None:
        super().wait(milliseconds, *keys)
        if not keys and milliseconds > PRESS_MS:
            self._note("", milliseconds)

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            self._note(key, PRESS_MS)

    def hold(self, key: str, milliseconds: int = HOLD_MS) -> None:
        super().hold(key, milliseconds)
        self._note(key, milliseconds)

    def _note(self, key: str, milliseconds: int) -> None:
        self.done.append((key, milliseconds, as_picture(self.pixels())))


def played(session: Session) -> list[Step]:
    """Return all that is done in an evening; a second board is reset after each key, and goes on.

    What was half entered comes back after one reset without a key, and no more after another.
    """
    with Watched() as tablet, Tablet(Flash()) as reset:
        Robot(tablet, session).play()
        steps = []
        for key, milliseconds, then in tablet.done:
            reset.wait(milliseconds, *[key][: len(key)])
            reset.wait(PRESS_MS)
            if key:
                reset.reset()
            steps.append((key, milliseconds, then, as_picture(reset.pixels())))
    return steps


@pytest.fixture(scope="module")
def rubber() -> Session:
    return evening.session_of("rubber", evening.RUBBER)


@pytest.fixture(scope="module")
def steps(rubber: Session) -> list[Step]:
    return played(rubber)


@pytest.fixture
def prepared(lasting: BrowserContext, served: Served, address: str) -> Page:
    put_behind(lasting, served, "stores.mjs", FAULTS.read_text(encoding="utf-8"))
    with_cable(lasting, served)
    lasting.route("**/evening_kills.mjs", lambda route: route.fulfill(path=KILLS))
    page = lasting.new_page()
    page.goto(f"{address}/tablet/words.mjs")
    assert page.evaluate("isSecureContext") == (address != PLAIN)
    return page


def asked(page: Page, request: str) -> list[str]:
    said = page.evaluate(PLAY, ["ask", [*frame(f"?1 {request}")]])
    return unframe(said.strip().splitlines()[-1].encode()).split()


def entries(page: Page) -> list[Entry]:
    tablet = bytes.fromhex(asked(page, "who")[4])
    raw, key = b"", record.session_key(tablet, 1)
    while (part := asked(page, f"read 1 {len(raw) // record.SIZE}")[2]) != "-":
        raw += a2b_base64(part)
    return [*record.events(key, raw)]


@sampled
def test_what_was_saved_outlives_each_death(prepared, steps, rubber):
    """Of what goes to the disk half may be there; whoever opens the page again goes on."""
    deaths = some(range(len(steps)), EVERY)
    assert prepared.evaluate(PLAY, ["play", picture_of(), steps, deaths]) >= len(deaths) - STILL
    found = fold(entries(prepared))
    assert (found.deals, found.places) == (rubber.deals, rubber.places)
    assert found.complete and found.sheet.totals == rubber.sheet.totals


def test_a_thread_that_dies_when_a_tablet_starts_for_the_first_time(prepared: Page) -> None:
    assert prepared.evaluate(PLAY, ["dieStarting", [picture_of()]]) > 0


def test_what_was_half_entered_comes_back_twice(prepared: Page) -> None:
    """A telephone closes its pages as it likes, and nobody need have pressed a key in between."""
    with Watched() as tablet:
        tablet.press(*HALF)
        steps = [(*done, "") for done in tablet.done]
    prepared.evaluate(PLAY, ["play", picture_of(), steps, []])
    half = picture_of(*HALF, then="reset")
    assert [prepared.evaluate(PLAY, ["dieStarting", [half]]) for _ in range(2)] == [0, 0]
