"""HTML score sheets in a real browser: each a whole page of A4, and nothing cut on a phone."""

import io
from collections.abc import Iterator
from pathlib import Path

import manimgx_fonts
import pypdf
import pytest
from playwright.sync_api import Page

from dev.fetching import get_browser, outcome, unpacking
from firmware.scoring.rules import NAMES
from scorepad import wording
from scorepad.club.records.store import ClubSession
from support.club.club_sessions import played
from support.club.exported import LONG, WIDEST, Names, as_html, club_session
from support.paper import pictures, whole_pages
from support.printing import print_to_pdf
from support.web.browsing import PHONE, chromium, troubles

pytestmark = pytest.mark.full

A4 = (595, 842)  # points of 1/72 inch


def printed(sessions: list[ClubSession], folder: Path, fonts: Path | None = None) -> bytes:
    """The page as the browser prints it, with no other fonts than these if they are given."""
    page, pdf = folder / "sheets.html", folder / "sheets.pdf"
    page.write_text(as_html(sessions), encoding="utf-8")
    print_to_pdf(page, pdf, fonts)
    return pdf.read_bytes()


FAMILIES = {"DejaVu": "fonts-dejavu-core", "Liberation": "fonts-liberation", "Noto": ""}


@pytest.fixture(params=FAMILIES)
def fonts(request: pytest.FixtureRequest) -> tuple[str, Path]:
    """A family, and a folder with no other: a bare Debian's, most distributions', the PDFs'."""
    package = FAMILIES[request.param]
    if not package:
        return request.param, Path(manimgx_fonts.__file__).parent
    try:
        return request.param, unpacking.fetch_packages("fonts", package, (package,))
    except outcome.Missing as problem:
        pytest.skip(str(problem))


def families(pdf: bytes) -> set[str]:
    resources = [page["/Resources"] for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]
    fonts = [font.get_object() for found in resources for font in found["/Font"].values()]
    return {font.get("/BaseFont") or font["/FontDescriptor"]["/FontName"] for font in fonts}


def test_long_sessions_are_a_page_each_with_nothing_outside_its_margins(tmp_path, fonts):
    family, folder = fonts
    sessions = [club_session(played(LONG[rules], rules), WIDEST) for rules in NAMES]
    pdf = printed(sessions, tmp_path, folder)
    assert all(family in name for name in families(pdf))
    for session, text in zip(sessions, whole_pages(pdf), strict=True):
        assert f"Session {session.id}" in text
        assert text.count(WIDEST[0] or "") == 4
        assert wording.outcome(session.session) in text
        assert str(session.session.sheet.totals[-1]).replace("-", "−")[-4:] in text
    assert {picture.size for picture in pictures(pdf)} == {A4}


def test_a_browser_that_fails_says_so(tmp_path):
    broken = get_browser.Browser(Path("/bin/false"), None)
    with pytest.raises(outcome.Missing, match="the browser fails"):
        print_to_pdf(tmp_path / "sheets.html", tmp_path / "sheets.pdf", program=broken)


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
