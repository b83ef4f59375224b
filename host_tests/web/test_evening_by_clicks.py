"""An evening of the club, from the first start to the files for its site, by clicks."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.commands import ROOT
from support.databases import select
from support.web import evening
from support.web.browsing import entered
from support.web.served import serving_here

pytestmark = pytest.mark.full

ROSTER = ROOT / "docs" / "examples" / "roster.csv"


def form(page: Page, title: str) -> Locator:
    found = page.locator("details", has=page.locator("summary", has_text=title))
    if found.get_attribute("open") is None:  # where a page has no other form it is open already
        found.locator("summary").click()
    return found


def send(page: Page, title: str, **fields: str) -> None:
    """Fills a form in, by the labels of its fields, and sends it."""
    opened = form(page, title)
    for label, value in fields.items():
        box = opened.get_by_label(label.replace("E_W", "E-W").replace("_", " "), exact=True)
        tag = box.evaluate("one => one.tagName")
        if box.get_attribute("type") == "checkbox":
            box.check()
        else:
            box.select_option(value) if tag == "SELECT" else box.fill(value)
    opened.get_by_role("button", name=title).click()
    expect(page.locator(".refused")).to_have_count(0)


@pytest.mark.each_database
def test_an_evening_by_clicks(browser: Browser, database: str, tmp_path: Path) -> None:
    ports = evening.ports(tmp_path)
    with evening.played(tmp_path) as tablets, serving_here(database, *ports) as served:
        page = entered(browser, served)
        prepare(page, database)
        page.goto("/evening")
        expect(page.get_by_text("No tablet is plugged in.")).to_be_visible()
        with evening.plugged(tmp_path, tablets):
            expect(page.locator("tbody tr", has_text="1 session is here")).to_have_count(3)
            decide(page)
        release(page, browser.new_page(base_url=f"http://{served.host}"))
        settle(page)
        publish(page)


def prepare(page: Page, database: str) -> None:
    page.goto("/settings")
    send(page, "Change the settings", Name="Harbour Bridge Club", Address="1 Quay Street")
    expect(page.get_by_role("link", name="Harbour Bridge Club")).to_be_visible()
    page.goto("/players")
    opened = form(page, "Import players")
    opened.get_by_label("File").set_input_files(ROSTER)
    opened.get_by_role("button", name="Import players").click()
    expect(page.locator(".draft")).to_contain_text("7 new")
    assert select(database, "SELECT count(*) FROM players") == [(0,)]
    page.locator(".draft").get_by_role("button", name="Import players").click()
    expect(page.get_by_text("Roster: 7 new")).to_be_visible()
    page.goto("/players")
    expect(page.get_by_role("link", name="Zoë Lund")).to_be_visible()


def decide(page: Page) -> None:
    sheet(page, "rubber")
    expect(page.locator(".report")).to_contain_text("1620")
    send(page, "Correct a deal", Deal="1", Result="3N N +1", Reason="the slip")
    expect(page.locator(".report")).to_contain_text("3NT N = -> 3NT N +1")
    for seat, player in (("N", "Zoë Lund"), ("S", "Bo Ek")):
        send(page, "Who sat where", Seat=seat, Player=player)
    expect(page.locator(".report")).to_contain_text("Zoë Lund")
    page.goto("/evening")
    sheet(page, "duplicate")
    send(page, "Adjust a deal", Deal="1", Score="A+", Score_of_E_W="A-", Reason="fouled")
    page.goto("/decisions")
    expect(page.locator("tr", has_text="fouled")).to_be_visible()


def sheet(page: Page, rules: str) -> None:
    page.locator("tr", has_text=rules).first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Session", exact=True)).to_be_visible()


def release(page: Page, room: Page) -> None:
    room.goto("/room")
    expect(room.get_by_text("matchpoints")).to_have_count(0)
    page.goto("/evening")
    newest = form(page, "Release to the room").get_by_label("Evening").locator("option").nth(1)
    send(page, "Release to the room", Evening=newest.get_attribute("value") or "")
    expect(room.locator("body")).to_contain_text("matchpoints", ignore_case=True)


def settle(page: Page) -> None:
    page.goto("/money")
    send(page, "Usual stake", For_100_points="1")
    expect(page.locator(".report")).to_contain_text("Zoë Lund")


def publish(page: Page) -> None:
    page.goto("/evening")
    saved = page.locator(".files")
    with page.expect_download() as waiting:
        saved.get_by_role("link", name="USEBIO", exact=True).click()
    assert b"<?xml" in Path(waiting.value.path()).read_bytes()
