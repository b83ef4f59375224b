"""The link of a table: in a page that is open, in a second one, cut short, not the club's."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.session import DEAL, fold
from firmware.storage import record
from scorepad.club.evenings import Evenings
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from support.club.planned import NAMES, PAIRS, entered, planned
from support.databases import enrol, select
from support.link.syncing import synced
from support.tablet.tablets import logs, shown
from support.waiting import wait_until
from support.web.served import Served
from support.web.tablet_page import (
    BesidePage,
    Fingers,
    kept_id,
    link,
    linked,
    opened,
    put_behind,
    tap,
)

pytestmark = pytest.mark.full

SCAN = "(link) => { location.hash = link; }"
HASH = "location.hash"
KEPT = "localStorage.getItem('scorepad-club')"
# How often something is put where a screen reader listens.
COUNT = """() => {
  window.said = 0;
  new MutationObserver(() => said++).observe(
    document.getElementById("link"), { childList: true, characterData: true, subtree: true },
  );
}"""
# Put behind worker.mjs: a line whose other end says and does what this page tells it.
LINE = """
const line = new BroadcastChannel("line");
globalThis.WebSocket = class {
  constructor() {
    line.onmessage = ({ data }) =>
      data.code ? this.onclose(data) : this.onmessage({ data: data.buffer });
    setTimeout(() => this.onopen());
  }
  send() { line.postMessage("hello"); }
  close() {}
};
"""
LISTEN = """
window.line = new BroadcastChannel("line");
line.onmessage = () => (window.greeted = true);
"""


EVENT_TABLE = 1
SETTLED_MS = 1000  # in which no key acts on a screen that the club has changed


class Table:
    """The players at a tablet that has its event, home at first."""

    def __init__(self, tablet: Tablet):
        self.tablet = tablet

    def sees(self, screen: str) -> list[str]:
        """What stands on the screen that must be this one."""
        look = self.tablet.look()
        assert look.screen == screen, shown(self.tablet)
        return look.text

    def plays(self, board: int, said: str) -> None:
        """The board that the tablet offers, and the others accept it."""
        assert self.sees("compass")[0] == f"Board {board}"
        robot = Robot(self.tablet, fold(opening("duplicate", {}, 1, NORTH, 0)))
        robot.follow([(DEAL, 0, 1, parse(said)[0])])


def test_a_round_of_an_event(context: BrowserContext, served: Served, tmp_path: Path) -> None:
    with Club(served.database) as club:
        enrol(served.database, NAMES)
        entered(club, planned(club, when=Evenings().today()), PAIRS)
    copied, board = tmp_path / "copy.db", tmp_path / "board"
    shutil.copy(served.database, copied)
    with Tablet(Flash(board)) as tablet:
        assert synced(tablet, copied, "--table", str(EVENT_TABLE)) == 0
        assert synced(tablet, copied) == 0
    page = linked(context, served, EVENT_TABLE)
    assert served.shows("/evening", "sessions are here")
    Fingers(page).wait(SETTLED_MS)
    with BesidePage(Flash(board), page) as tablet:
        table = Table(tablet)
        tablet.press("OK")
        assert table.sees("seats")[:3] == ["N-S 1", *PAIRS[1]]
        tablet.press("OK")
        table.plays(1, "4S N =")
        table.plays(2, "3N S +1")
        table.sees("moves")
    (log,), of = logs(board), kept_id(page)
    key = record.session_key(bytes.fromhex(of), 1)
    query = f"SELECT raw FROM records WHERE session = '{of}-1' ORDER BY sequence"

    def has_come() -> bool:
        """It is the same but for the minute at which it began."""
        come = [*record.events(key, b"".join(raw for (raw,) in select(served.database, query)))]
        return bool(come) and (come[0][:3], come[1:]) == (log[0][:3], log[1:])

    wait_until(has_come)


@pytest.fixture
def address(served: Served) -> str:
    return f"http://{served.host}"


def joined(page: Page, table: int) -> None:
    page.locator("#link", has_text=f"Joined to the club, table {table}").wait_for()


def test_another_code_in_the_same_page(context: BrowserContext, served: Served) -> None:
    page = linked(context, served, 3)
    joined(page, 3)
    page.evaluate(SCAN, link(served, 5))
    joined(page, 5)
    page.evaluate(SCAN, "#3-short")
    assert "not whole" in page.inner_text("#link")
    assert page.get_attribute("body", "data-link") == "cut_short"
    page.evaluate(SCAN, link(served, 3))
    joined(page, 3)
    assert page.evaluate(HASH) == ""
    page.reload()
    joined(page, 3)


def test_a_code_in_a_second_page(context: BrowserContext, served: Served, address: str) -> None:
    first = linked(context, served, 3)
    joined(first, 3)
    second = opened(context, address, "taken", link=link(served, 5))
    assert "it goes to table 5" in second.inner_text("#why")
    assert '"table":3' in first.evaluate(KEPT)
    second.click("#take")
    joined(second, 5)
    first.wait_for_selector("body[data-state=taken]")
    assert "it goes to table" not in first.inner_text("#why")
    second.close()
    joined(first, 5)


def test_a_power_cut_is_for_who_tries_the_tablet(context, served, address):
    page = opened(context, address)
    assert page.inner_text("#link") == "Not joined to a club"
    page.click("#menu summary")
    assert page.is_visible("#cut") and page.is_visible("#reset")
    page.evaluate(SCAN, link(served, 3))
    joined(page, 3)
    assert page.is_visible("#reset") and not page.is_visible("#cut")
    assert "power cut" not in page.inner_text("#menu")


def test_nobody_is_joined_before_the_club_answers(context: BrowserContext, served: Served) -> None:
    """And what it has said once is not said again with each key."""
    put_behind(context, served, "worker.mjs", LINE)
    context.add_init_script(LISTEN)
    page = opened(context, f"http://{served.host}", link=link(served, 3))
    page.wait_for_function("() => window.greeted")
    tap(page, "OK")
    assert page.inner_text("#link") == ""
    page.evaluate("line.postMessage(Uint8Array.of(10))")
    joined(page, 3)
    page.evaluate(COUNT)
    tap(page, "DOWN", "DOWN")
    assert page.evaluate("said") == 0


def test_the_link_of_another_table(context: BrowserContext, served: Served, address: str) -> None:
    page = opened(context, address, link=link(served, 3).replace("#3", "#4"))
    page.locator("#link", has_text="not valid any more").wait_for()
