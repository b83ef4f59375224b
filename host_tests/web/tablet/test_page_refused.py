"""A browser that does not let a page keep its tablet: full, refused, damaged, deleted."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from support.commands import ROOT
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.served import Served
from support.web.tablet_page import (
    kept_id,
    lasting_phone,
    opened,
    picture,
    picture_of,
    put_behind,
    tap,
    wait_until_shown,
)

pytestmark = pytest.mark.full

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
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
BYTES = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle((await root.keys().next()).value);
  const found = [];
  for (const name of ["a", "b"]) {
    const file = await (await folder.getFileHandle(name)).getFile();
    found.push(...new Uint8Array(await file.arrayBuffer()));
  }
  return found.join();
}"""


@pytest.fixture
def lasting(browser: Browser, served: Served, tmp_path: Path) -> Iterator[BrowserContext]:
    """With a profile on the disk."""
    with lasting_phone(browser, served, tmp_path) as context:
        yield context


def evict(page: Page, address: str) -> None:
    """What a browser does that needs room: nothing of localStorage is deleted."""
    where = {"origin": address, "storageTypes": "file_systems,indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", where)


def nowhere(page: Page, address: str) -> None:
    """To an address of the same site that has no tablet."""
    page.goto(f"{address}/tablet/icon.svg")


def test_a_store_that_takes_nothing_is_said_and_nothing_is_shown_as_saved(
    context: BrowserContext, address: str, served: Served
) -> None:
    """The disk is full in the middle of a deal; then there is room again."""
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
def test_a_browser_that_has_no_room_for_a_tablet_says_so(
    lasting: BrowserContext, address: str
) -> None:
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


def test_a_browser_that_keeps_nothing_says_so(
    context: BrowserContext, address: str, served: Served
) -> None:
    put_behind(context, served, "stores.mjs", NO_STORE)
    context.add_init_script(NO_STORAGE)
    page = opened(context, address, "refused")
    assert "does not let this page keep anything" in page.inner_text("#why")


def test_only_the_page_s_own_memory_may_be_refused(context: BrowserContext, address: str) -> None:
    context.add_init_script(NO_STORAGE)
    page = opened(context, address)
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))


@pytest.mark.parametrize("address", ["files"], indirect=True)
def test_what_cannot_be_read_is_said_and_left_as_it_is(
    lasting: BrowserContext, address: str
) -> None:
    page = opened(lasting, address)
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))
    nowhere(page, address)
    page.evaluate(SPOIL)
    spoilt = page.evaluate(BYTES)
    page.goto(f"{address}/tablet/")
    page.wait_for_selector("body[data-state=damaged]")
    assert "call the director" in page.inner_text("#why")
    nowhere(page, address)
    assert page.evaluate(BYTES) == spoilt


def delete_while_it_is_open(page: Page, address: str) -> None:
    """Somebody presses a key, and nothing may be shown as saved."""
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
def test_a_tablet_that_the_browser_has_deleted_is_said(
    lasting: BrowserContext, address: str, delete: Callable[[Page, str], None]
) -> None:
    """Also when one looks again; a press begins with another one, which has another id."""
    page = opened(lasting, address)
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))
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
