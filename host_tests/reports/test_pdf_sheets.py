"""PDF score sheets, read back and rendered by libraries that we have not written."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageOps

from scorepad import wording
from scorepad.cli import output
from scorepad.club.records.store import ClubSession
from scorepad.errors import UserError
from scorepad.exports.formats import exported, unfit
from scorepad.reports.drawing.pdf.pages import Page
from support.club.club_sessions import played
from support.club.exported import (
    GAMES,
    HOSTILE,
    Names,
    as_pdf,
    club_session,
    club_sessions,
)
from support.depth import full

pytestmark = pytest.mark.slow

A4 = (595, 842)  # points of 1/72 inch
MARGIN = 25  # points that most printers leave white


def text_of(sessions: list[ClubSession]) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(as_pdf(sessions))).pages]


def pictures(content: bytes) -> Iterator[Image.Image]:
    """Each page, a pixel a point."""
    document = pypdfium2.PdfDocument(content)
    for page in document:
        yield page.render(scale=1).to_pil().convert("L")
    document.close()


@pytest.fixture(scope="module")
def every() -> bytes:
    """All rule sets, a page each."""
    return as_pdf(club_sessions())


def test_each_session_has_a_page_that_says_what_it_was(every):
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(every)).pages]
    for text, one in zip(texts, club_sessions(), strict=True):
        said = [*wording.deal_heads(one.session), *wording.point_heads(one.session), one.id]
        said += wording.premiums(one.session) * (not wording.on_paper(one.session))
        assert all(words in text for words in (wording.outcome(one.session), *said))
        assert HOSTILE[0] in text
    international = texts[list(GAMES).index("international")]
    for said in ("We (N-S)", "They (E-W)", "undertricks #3", "rubber #5", "1620", "total"):
        assert said in international
    assert "2♥×× W −1" in " ".join(international.split())
    assert "190 tricks, 750 slam, 500 rubber" in international


def test_the_lines_of_the_sheet_are_drawn(every):
    """Across the sheet: thick, a line after each game, the double line; beneath each deal one."""
    picture = list(pictures(every))[list(GAMES).index("international")]
    middle = [picture.getpixel((100, y)) < 128 for y in range(picture.height)]
    assert sum(middle) >= 6
    centre = picture.width // 2
    down = max(
        sum(picture.getpixel((x, y)) < 128 for y in range(150, 280))
        for x in (centre - 1, centre, centre + 1)
    )
    assert down > 100


def test_names_in_any_script_have_glyphs_and_cannot_command_the_printer():
    foreign: Names = ("Ελένη Жуков", "山田 太郎 김", "יוסף प्रिया", 'สมชาย 👍 <b>"&')
    hostile: Names = ("\x1b[31m", "a\nb", "\u202eabc", None)
    game = GAMES["international"]
    first, second = text_of(
        [club_session(game, foreign), club_session(game, hostile, 2, (1, 2, 3, 0))]
    )
    assert all(name in first for name in (foreign[0], foreign[1], foreign[3]))
    assert "\N{REPLACEMENT CHARACTER}" not in first
    assert "\x1b" not in second and "a\N{REPLACEMENT CHARACTER}b" in second and "guest" in second


def written(folder: Path, *cells: tuple[str, float, float]) -> Image.Image:
    """A page with texts in their sizes, each this far from its left edge; four pixels a point."""
    page = Page("一山محمد♠", folder)
    page.add_page()
    for text, size, left in cells:
        page.write_in((left, 20, 60, 8), text, size)
    document = pypdfium2.PdfDocument(bytes(page.output()))
    picture = document[0].render(scale=4).to_pil().convert("L")
    document.close()
    return picture


@pytest.mark.parametrize("name", ["山", *(pytest.param(one, marks=full) for one in ("محمد", "♠"))])
def test_what_follows_a_name_in_another_font_is_in_its_own_size(tmp_path, name):
    first, after = ("We", 20.0, 20.0), ("seven 7", 9.0, 100.0)
    right = written(tmp_path, first, (name, 9, 70), after).crop((1110, 0, 2380, 400))
    assert ImageOps.invert(right).getbbox()
    assert right.tobytes() == written(tmp_path, first, after).crop((1110, 0, 2380, 400)).tobytes()


@full
def test_east_asian_names_are_as_bold_as_others(tmp_path):
    """Their strokes: of 一, a line across, against the stem of l."""
    _, top, _, bottom = ImageOps.invert(written(tmp_path, ("一", 40, 20))).getbbox()
    left, _, right, _ = ImageOps.invert(written(tmp_path, ("l", 40, 20))).getbbox()
    assert bottom - top > 0.7 * (right - left)


def test_a_very_long_name_is_smaller_and_whole():
    name = "Wilhelmina Maximiliana " * 6
    content = as_pdf([club_session(GAMES["international"], (name, name, name, name))])
    (picture,) = pictures(content)
    assert ImageOps.invert(picture).getbbox()[2] <= A4[0] - MARGIN
    assert pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text().count("Max") == 24


def test_a_session_with_a_letter_without_a_font_does_not_suit():
    session = club_session(GAMES["international"], ("Nora \U00013000", None, None, None))
    assert r"\U00013000" in unfit("pdf", session)
    assert not unfit("pdf", club_sessions("international")[0])


@full
def test_more_than_can_be_read_on_a_page_goes_on_to_another():
    deals = ("7Nxx N/E -12", "pass") * 60
    texts = text_of([club_session(played(deals, "pirate"))])
    assert len(texts) > 1 and "\n120" in texts[-1]
    assert len(text_of([club_session(played(()))])) == 1


def test_a_terminal_gets_no_pdf(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    with pytest.raises(UserError, match="--output"):
        output.save(b"%PDF", None)
    output.save("text", None)
    assert capsys.readouterr().out == "text"


def test_without_its_libraries_the_command_says_how_to_get_them(monkeypatch):
    monkeypatch.delitem(sys.modules, "scorepad.reports.drawing.pdf.report", raising=False)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(UserError, match=r"fpdf.*'scorepad\[pdf\]'"):
        exported("pdf", club_sessions("rubber"))
