"""What a page keeps of its tablet, which is that of the whole browser."""

import pytest
from playwright.sync_api import BrowserContext, Page

from scorepad.simulator.tablet import PRESS_MS
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.served import Served
from support.web.tablet_page import (
    PLAIN,
    Fingers,
    kept_id,
    opened,
    picture_of,
    put_behind,
    tap,
    wait_until_shown,
)

pytestmark = pytest.mark.full

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
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
TAKE = "new BroadcastChannel('scorepad').postMessage('taken')"


def test_what_was_saved_is_there_in_the_next_page(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))
    page.close()
    wait_until_shown(opened(context, address), picture_of(*DEAL, then="reset"))


def test_reset_and_power_cut_do_what_they_do_to_a_board(page: Page) -> None:
    """A reset comes back in the middle of a deal, a power cut where the last one was saved."""
    half = (*DEAL, "DOWN", "OK")
    tap(page, *half)
    wait_until_shown(page, picture_of(*half))
    page.click("#menu summary")
    page.click("#reset")
    wait_until_shown(page, picture_of(*half, then="reset"))
    page.click("#cut")
    wait_until_shown(page, picture_of(*half, then="power_cut"))


def test_a_second_page_says_so_and_goes_on_when_the_first_is_closed(
    context: BrowserContext, page: Page, address: str
) -> None:
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))
    second = opened(context, address, "taken")
    assert "another page" in second.inner_text("#why")
    page.close()
    second.wait_for_selector("body[data-state=started]")
    wait_until_shown(second, picture_of(*DEAL, then="reset"))


def test_a_second_page_may_take_the_tablet(context: BrowserContext, address: str) -> None:
    """The first is told at once, and shows nothing more as saved."""
    first = opened(context, address)
    tap(first, *DEAL)
    wait_until_shown(first, picture_of(*DEAL))
    second = opened(context, address, "taken")
    second.click("#take")
    second.wait_for_selector("body[data-state=started]")
    first.wait_for_selector("body[data-state=taken]")
    wait_until_shown(second, picture_of(*DEAL, then="reset"))


def test_two_pages_that_start_at_once_are_one_tablet(
    context: BrowserContext, address: str
) -> None:
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


def test_a_page_that_sleeps_may_lose_its_tablet_but_saves_nothing_more(
    context: BrowserContext,
) -> None:
    """A database has no lock: who saves looks first whose it is."""
    first = opened(context, PLAIN)
    tap(first, *DEAL)
    wait_until_shown(first, picture_of(*DEAL))
    first.evaluate(TAKE_AWAY)
    tap(first, "DOWN")
    first.wait_for_selector("body[data-state=taken]")


def test_what_took_too_long_does_not_end_what_has_begun_since(
    context: BrowserContext, served: Served
) -> None:
    """A disk that is slow: the page has lost the tablet meanwhile, and has it again."""
    put_behind(context, served, "stores.mjs", SLOW)
    page = opened(context, PLAIN)
    page.evaluate(LISTEN)
    fingers = Fingers(page)
    fingers.put("OK")
    fingers.pass_time(PRESS_MS, until_over=False)  # at each key something is kept
    fingers.touch()
    page.wait_for_function("() => told === 'waits'")
    page.evaluate(TAKE)
    page.wait_for_selector("body[data-state=taken]")
    page.click("#take")
    page.wait_for_selector("body[data-state=started]")
    wait_until_shown(page, picture_of())
    page.evaluate("slow.postMessage('go')")
    page.wait_for_function("() => told === 'done'")
    tap(page, *DEAL)
    wait_until_shown(page, picture_of(*DEAL))
