"""A page that a browser prints has the text of its PDF, in the same order, on the club's paper."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import Browser, Page

from scorepad.cli import main
from support.databases import change, enrol
from support.web.browsing import UNFOLD, entered
from support.web.places import pages
from support.web.served import Served

pytestmark = pytest.mark.full

FOOT = "Harbour Bridge Club · 1 Quay Street · NZ 42"
MM = 72 / 25.4
PAPERS = {"a4": (210 * MM, 297 * MM), "letter": (612, 792)}


@pytest.fixture(scope="module", autouse=True)
def in_letters_of_the_browser(full: Served) -> None:
    """Without names that need fonts which a machine may not have."""
    for player in (3, 9):
        change(full.database, "UPDATE players SET name = ? WHERE id = ?", f"Hana {player}", player)


@pytest.fixture(scope="module")
def page(full: Served, browser: Browser) -> Page:
    return entered(browser, full, color_scheme="dark")


def printed(page: Page, path: str) -> pypdf.PdfReader:
    page.goto(path)
    page.evaluate(UNFOLD)
    return pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


def heads(page: Page) -> list[str]:
    return [" ".join(head.split()) for head in page.locator("thead").all_inner_texts()]


def words(pdf: pypdf.PdfReader, again: list[str]) -> list[str]:
    """Without the foot, which is on each page, and heads that are there `again`."""
    found = []
    for number, sheet in enumerate(pdf.pages):
        text = " ".join(sheet.extract_text().replace("−", "-").split())
        text = re.sub(r"(?<=\w)- (?=\w)", "-", text)  # where a line has ended
        assert text.count(FOOT) == 1
        text = text.replace(FOOT, " ").strip()
        repeated = next((head for head in again if number and text.startswith(head)), "")
        found += text.removeprefix(repeated).split()
    return found


def test_pages_that_are_saved_are_printed_alike(page: Page, full: Served) -> None:
    different = dict[str, tuple[list[str], list[str]]]()
    for path, place in pages().items():
        if place.saves:  # as more than it shows
            reasons = {"slow", "late", "players"} & {*words(printed(page, path), heads(page))}
            assert reasons == set(), path
        if (
            place.kinds
            and not (place.saves or place.own)
            and (saved := full.get(path + ".pdf")).status == 200
        ):
            theirs = words(printed(page, path), heads(page))
            ours = words(pypdf.PdfReader(io.BytesIO(saved.raw)), heads(page))
            if "".join(theirs) != "".join(ours):  # a long word may be broken elsewhere
                different[path] = theirs, ours
    assert different == {}


def test_paper_stays_white(page: Page) -> None:
    page.goto("/sessions")
    page.emulate_media(media="print")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(media=None)
    assert ground == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_is_the_clubs(page: Page, full: Served, paper: str) -> None:
    assert main(["club", "settings", "set", f"--paper={paper}", "--db", full.database]) == 0
    box = printed(page, "/duplicate").pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(PAPERS[paper], abs=1)


def test_heads_of_a_long_table_repeat_and_no_row_is_cut(page: Page, full: Served) -> None:
    enrol(full.database, [f"Ngaio{number:03}" for number in range(120)], 100)
    texts = [sheet.extract_text() for sheet in printed(page, "/players").pages]
    assert len(texts) >= 3
    heads = [" ".join(text.split()).count("Id Player Number") for text in texts]
    assert heads == [1] * len(texts)
    rows = [set(re.findall(r"Ngaio\d+", text)) for text in texts]
    assert sum(map(len, rows)) == len(set.union(*rows)) == 120
