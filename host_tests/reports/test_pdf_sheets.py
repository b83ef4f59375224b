"""PDF score sheets, read back and rendered by libraries that we have not written."""

import sys
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from scorepad import wording
from scorepad.cli import output
from scorepad.errors import UserError
from scorepad.exports.formats import export_sessions, find_obstacle
from scorepad.reports.drawing.pdf.pages import Page
from support.club.club_sessions import played
from support.club.exported import GAMES, HOSTILE, Names, as_pdf, club_session, club_sessions
from support.depth import full
from support.paper import pictures, texts

pytestmark = pytest.mark.slow

FOREIGN: Names = ("Ελένη Жуков", "山田 太郎", "יוסף प्रिया", 'สมชาย 👍 <b>"&')
PRINTER: Names = ("\x1b[31m", "a\nb", "\u202eabc", None)
VERY_LONG = "Wilhelmina Maximiliana " * 6


@pytest.fixture(scope="module")
def every() -> bytes:
    """All rule sets, a page each, then names of three kinds."""
    game = GAMES["international"]
    named = [
        club_session(game, FOREIGN),
        club_session(game, PRINTER, 2, (1, 2, 3, 0)),
        club_session(game, (VERY_LONG,) * 4),
    ]
    return as_pdf([*club_sessions(), *named])


def test_each_session_has_a_page_that_says_what_it_was(every):
    pages = texts(every)
    for text, printed in zip(pages, club_sessions(), strict=False):
        session = printed.session
        said = [*wording.deal_heads(session), *wording.point_heads(session), printed.id]
        said += wording.premiums(session) * (not wording.on_paper(session))
        assert all(words in text for words in (wording.outcome(session), *said))
        assert HOSTILE[0] in text
    international = pages[list(GAMES).index("international")]
    for said in ("We (N-S)", "They (E-W)", "undertricks #3", "rubber #5", "1620", "total"):
        assert said in international
    assert "2♥×× W −1" in international
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


def test_names_in_any_script_have_glyphs_and_cannot_command_the_printer(every):
    foreign, hostile, long = texts(every)[len(GAMES) :]
    assert all(name in foreign for name in (FOREIGN[0], FOREIGN[1], FOREIGN[3]))
    assert "\N{REPLACEMENT CHARACTER}" not in foreign
    assert "\x1b" not in hostile and "guest" in hostile
    assert "a\N{REPLACEMENT CHARACTER}b" in hostile
    assert long.count("Max") == 24
    (*_, picture) = pictures(every)
    # Printers leave 25 points white.
    assert ImageOps.invert(picture).getbbox()[2] <= picture.width - 25


def written(folder: Path, *cells: tuple[str, float, float]) -> Image.Image:
    """A page with texts in their sizes, each this far from its left edge; four pixels a point."""
    page = Page("".join(text for text, *_ in cells), folder)
    page.add_page()
    for text, size, left in cells:
        page.write_in((left, 20, 60, 8), text, size)
    return next(pictures(bytes(page.output()), 4))


@pytest.mark.parametrize("name", ["♠", *(pytest.param(t, marks=full) for t in ("محمد", "山"))])
def test_what_follows_a_name_in_another_font_is_in_its_own_size(tmp_path, name):
    first, after = ("We", 20.0, 20.0), ("seven 7", 9.0, 100.0)
    right = written(tmp_path, first, (name, 9, 70), after).crop((1110, 0, 2380, 400))
    assert ImageOps.invert(right).getbbox()
    assert right.tobytes() == written(tmp_path, first, after).crop((1110, 0, 2380, 400)).tobytes()


def test_a_session_with_a_letter_without_a_font_does_not_suit():
    session = club_session(GAMES["international"], ("Nora \U00013000", None, None, None))
    assert r"\U00013000" in str(find_obstacle("pdf", session))
    assert not find_obstacle("pdf", club_session(GAMES["international"], ("김", *HOSTILE[1:])))


@full
def test_more_than_can_be_read_on_a_page_goes_on_to_another():
    deals = ("7Nxx N/E -12", "pass") * 60
    pages = texts(as_pdf([club_session(played(deals, "pirate"))]))
    assert len(pages) > 1 and " 120 " in pages[-1]
    assert len(texts(as_pdf([club_session(played(()))]))) == 1


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
        export_sessions("pdf", club_sessions("rubber"))
