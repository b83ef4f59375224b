"""Pages of reports on a phone: nothing to push sideways, no word broken, nothing over another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from firmware.scoring.rules import NAMES
from support.club.club_sessions import played
from support.club.exported import LONG, WIDEST, Names, as_html, club_session
from support.web.browsing import PHONE, chromium, troubles

pytestmark = pytest.mark.full

LONG_NAME: Names = ("Wilhelmina Featherstonehaugh-Montgomery",) * 4


@pytest.fixture(scope="module")
def phone() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page(viewport={"width": PHONE, "height": 800})


@pytest.mark.parametrize("names", [WIDEST, LONG_NAME], ids=["wide", "long"])
@pytest.mark.parametrize("rules", NAMES)
def test_a_sheet_fits_on_a_phone(phone: Page, tmp_path: Path, rules: str, names: Names) -> None:
    page = tmp_path / "sheet.html"
    session = club_session(played(LONG[rules], rules), names)
    page.write_text(as_html([session]), encoding="utf-8")
    phone.goto(page.as_uri())
    assert troubles(phone) == {}
