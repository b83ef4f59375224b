"""Several at once: two browsers, a terminal, tablets while the server is killed."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorepad.cli import main
from support.databases import select
from support.waiting import wait_until
from support.web import evening
from support.web.browsing import chromium, entered
from support.web.full_club import SHEET
from support.web.served import serving, serving_here

pytestmark = pytest.mark.full

PAGE = f"/sessions/{SHEET}"
DECIDED = "SELECT count(*) FROM decisions"
RECORDS = "SELECT session, sequence, raw FROM records ORDER BY 1, 2"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def void(page: Page, deal: str) -> Locator:
    """The form by which a deal does not count, filled in."""
    form = page.locator("details#club-void")
    form.locator("summary").click()
    form.get_by_label("Deal", exact=True).select_option(deal)
    return form.get_by_role("button")


def test_what_somebody_else_has_changed_is_not_overwritten_unseen(
    browser: Browser, full_file: Path, tmp_path: Path
) -> None:
    database = Path(shutil.copy(full_file, tmp_path / "club.db"))
    ((before,),) = select(database, DECIDED)
    with serving_here(database) as served:
        director, helper = entered(browser, served), entered(browser, served)
        director.goto(PAGE)
        helper.goto(PAGE)
        late = void(helper, "3")
        void(director, "1").click()
        expect(director.get_by_role("status").first).to_be_visible()
        expect(helper.locator(".report")).to_contain_text("deal 1")  # the helper's page follows
        late.click()
        expect(helper.get_by_role("alert")).to_be_visible()
        assert select(database, DECIDED) == [(before + 1,)]
        form = helper.locator("details#club-void")
        expect(form.get_by_label("Deal", exact=True)).to_have_value("3")
        form.get_by_role("button").click()
        expect(helper.get_by_role("alert")).to_have_count(0)
    assert select(database, DECIDED) == [(before + 2,)]


def test_what_a_terminal_changes_is_seen_at_once(
    browser: Browser, full_file: Path, tmp_path: Path
) -> None:
    database = Path(shutil.copy(full_file, tmp_path / "club.db"))
    with serving_here(database) as served:
        page = entered(browser, served)
        page.goto(PAGE)
        late = void(page, "3")
        assert main(["club", "void", SHEET, "1", "--db", str(database)]) == 0
        expect(page.locator(".report")).to_contain_text("deal 1")
        late.click()
        expect(page.get_by_role("alert")).to_be_visible()


def test_sessions_come_once_however_often_the_server_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    with evening.played(tmp_path) as tablets, evening.plugged(tmp_path, tablets):
        for records in (0, 1):  # that have come when it is killed
            with serving(database, *evening.ports(tmp_path)) as served:
                wait_until(lambda records=records: kept(database) >= records)
                served.end(signal.SIGKILL)
        with serving_here(database, *evening.ports(tmp_path)) as served:
            served.enter()
            assert served.soon("/evening", lambda body: body.count("1 session is here") == 3)
        other = tmp_path / "other.db"  # which gets them in peace
        assert main(["sync", *evening.ports(tmp_path), "--db", str(other)]) == 0
    assert select(database, RECORDS) == select(other, RECORDS)


def kept(database: Path) -> int:
    """Return how many records the club has."""
    return len(select(database, RECORDS))
