"""The page of the phones: a code for each table, which a camera can read."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from support.web.browsing import DESK, PHONE, entered, troubles
from support.web.phones import token
from support.web.served import Served, serving_here

pytestmark = pytest.mark.full

PASSWORD = "correct horse"
LINK = re.compile(r"http://[^/]+/tablet/#(\d+)-([\w-]{22})")

# When what can be seen, however far down, has been drawn.
DRAWN = """() => Promise.all([...document.images].filter((one) => one.checkVisibility())
  .map((one) => { one.loading = "eager"; return one.decode(); }))"""


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    with serving_here(club_file, lan=True, password=PASSWORD) as served:
        served.enter()
        yield served


def scanned(page: Page) -> dict[int, str]:
    page.evaluate(DRAWN)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    links = [LINK.fullmatch(code.text) for code in zxingcpp.read_barcodes(picture)]
    assert all(links)
    return {int(link[1]): link[2] for link in links if link}


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_camera_reads_the_code_of_each_table(
    browser: Browser, served: Served, width: int
) -> None:
    page = entered(browser, served, viewport={"width": width, "height": 900})
    page.goto("/phones")
    assert scanned(page) == {table: token(served, table) for table in range(1, 21)}
    page.click("summary >> text=Tables 81 to 99")
    assert scanned(page)[99] == token(served, 99)
    if width == DESK:
        assert not troubles(page)
    page.close()


def test_where_no_phone_can_come_it_says_how(new: Served, browser: Browser) -> None:
    page = entered(browser, new)
    page.goto("/phones")
    assert "scorepad serve --lan" in page.inner_text("main")
    page.click("text=Try a tablet in this browser")
    page.wait_for_selector("body[data-state=started]")
