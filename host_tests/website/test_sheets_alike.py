"""The scoring core in the page says what it says on the PC, of sessions of every kind."""

import json
import runpy

import pytest
from playwright.sync_api import Browser

from support.web.browsing import UNFOLD, troubles
from support.web.sheet_sessions import of_every_kind
from support.web.web_site import WEBSITE

pytestmark = pytest.mark.full

SCORE = """async (sessions) => {
  const sheet = await (await import("/fetch/core.mjs")).scoring();
  return sessions.map(([tablet, number, pages]) => sheet(tablet, { number, pages }));
}"""


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
