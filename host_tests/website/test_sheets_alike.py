"""The scoring core in the page says what it says on the PC, of sessions of every kind."""

import json
import runpy

import pytest
from playwright.sync_api import Browser

from firmware.opening import opening
from firmware.scoring.deal import NORTH, pack
from firmware.session import DEAL, ROUND
from support.club.club_sessions import TABLET, played, raw
from support.club.exported import GAMES, LONG
from support.link.syncing import b64
from support.tablet.fetched import PAGE
from support.web.browsing import UNFOLD, troubles
from support.web.web_site import WEBSITE

pytestmark = pytest.mark.full

EVENT = [
    *opening("duplicate", {}, 3, NORTH, 1000, event=70000),
    (ROUND, 1, 5 | 12 << 8, 1 | 3 << 8),
    (DEAL, 1, 1, pack(4, 3, 0, NORTH, 10)),
]
SCORE = """async (sessions) => {
  const sheet = await (await import("/fetch/core.mjs")).scoring();
  return sessions.map(([tablet, number, pages]) => sheet(tablet, { number, pages }));
}"""


def of_every_kind() -> list[tuple[str, int, list[str]]]:
    """Sessions of all rule sets, short ones and long ones, of an event, and damaged ones."""
    games = [*GAMES.values(), *(played(deals, rules) for rules, deals in LONG.items())]
    games += [EVENT, GAMES["rubber"], GAMES["rubber"], GAMES["rubber"][1:]]
    raws = [raw(number, events) for number, events in enumerate(games, 1)]
    raws[-3] = raws[-3][:20] + b"x" + raws[-3][21:]
    raws[-2] = raws[-2][:-1]
    pages = [[b64(one[n : n + PAGE]) for n in range(0, len(one), PAGE)] for one in raws]
    return [(TABLET.hex(), number, page) for number, page in enumerate(pages, 1)]


def test_the_page_scores_as_the_pc_does(browser: Browser, address: str) -> None:
    """The same file on MicroPython in the page and on this Python."""
    here = runpy.run_path(str(WEBSITE / "fetch" / "sheets.py"))["sheet"]
    sessions = of_every_kind()
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("body[data-core=here]")
    there = page.evaluate(SCORE, sessions)
    page.close()
    told = [json.loads(here(tablet, number, json.dumps(one))) for tablet, number, one in sessions]
    assert there == told
    assert (
        sum(bool(one["fault"]) for one in told) == 3 and sum(one["damaged"] for one in told) == 2
    )


DRAW = """async ([sessions, sheets]) => {
  const { drawn } = await import("/fetch/sheets.mjs");
  const all = document.getElementById("sessions");
  for (const [place, sheet] of sheets.entries()) {
    const [, number, pages] = sessions[place];
    const session = { number, pages, rules: "chicago-server", state: "c", total: "", error: "" };
    all.append(drawn(session, sheet));
  }
}"""


def test_every_sheet_fits_on_the_smallest_screen(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(address)
    page.wait_for_selector("body[data-core=here]")
    sessions = of_every_kind()
    page.evaluate(DRAW, [sessions, page.evaluate(SCORE, sessions)])
    page.evaluate(UNFOLD)
    assert page.locator("tbody tr").count() > 100
    assert troubles(page) == {}
    page.close()
