"""Reports on paper, printed by a browser and as PDF: what they say, on how many pages."""

from pathlib import Path

import notices
import pypdf
import pypdfium2
import pytest
from commands import refused, scorepad
from notices import EVENING, name, pages, ran, told
from PIL import ImageOps

from scorepad.club.notice.content import Block, Notice, Table
from scorepad.club.notice.pdf import as_pdf
from scorepad.errors import UserError

MARGIN = 40  # points that are left white
KINDS = pytest.mark.parametrize("kind", ["html", "pdf"])


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight tables: 32 players, 16 pairs."""
    return notices.club(tmp_path_factory.mktemp("usual"), 8)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty tables."""
    return notices.club(tmp_path_factory.mktemp("crowded"), 40)


def decimals(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}"


def assert_continued(texts: list[str], heads: str) -> None:
    """More than a page, and each page has the heads of the table on it."""
    assert len(texts) > 1
    assert all(heads in text for text in texts)


def assert_within_margins(pdf: Path) -> None:
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        picture = page.render(scale=1).to_pil().convert("L")
        left, top, right, bottom = ImageOps.invert(picture).getbbox()
        assert min(left, top, picture.width - right, picture.height - bottom) >= MARGIN
    document.close()


@KINDS
@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps"])
def test_sixteen_pairs_in_two_lists_are_a_page_with_the_numbers_of_json(
    usual, tmp_path, kind, scoring
):
    words = ("duplicate", "--scoring", scoring, "--db", usual)
    (text,) = pages(tmp_path, kind, *words)
    evening = told(*words)
    assert len(evening["ranking"]) == 16 and evening["winners"] == 2
    assert f"evening of {EVENING} · {scoring} · 8 tables · 8 boards" in text
    mark = "percentage_hundredths" if scoring == "matchpoints" else "average_hundredths"
    for place in evening["ranking"]:
        assert f"{place['boards']} {decimals(place['total_hundredths'])}"[:-3] in text
        assert decimals(place[mark]) in text
    assert all(name(player) in text for player in range(5, 33))
    assert "Board 1 " not in text and "Nothing is missing or doubtful." in text


@KINDS
def test_travellers_are_on_paper_if_they_are_wanted(usual, tmp_path, kind):
    words = ("duplicate", "--travellers", "--db", usual)
    texts = pages(tmp_path, kind, *words)
    assert_continued(texts[1:-1], "Contract By Result N-S E-W MP N-S MP E-W")
    for traveller in told(*words)["travellers"]:
        head = f"Board {traveller['board']} · dealer {traveller['dealer']}"
        (text,) = (text for text in texts if head in text)
        after = text.partition(head)[2]
        for line in traveller["results"]:
            assert decimals(line["points_hundredths"]["NS"]).removesuffix(".00") in after
    assert_within_margins(tmp_path / ("printed.pdf" if kind == "html" else "report.pdf"))


@KINDS
def test_eighty_pairs_go_on_with_the_heads_repeated(crowded, tmp_path, kind):
    words = ("duplicate", "--winners", "1", "--db", crowded)
    texts = pages(tmp_path, kind, *words)
    assert_continued(texts, "Rank Pair Boards Matchpoints %")
    assert all(name(player) in " ".join(texts) for player in range(5, 161))


@KINDS
def test_foreign_and_hostile_names_are_text_and_whole(usual, tmp_path, kind):
    text = " ".join(pages(tmp_path, kind, "duplicate", "--db", usual))
    east_asian = kind == "pdf"  # a browser has what fonts its machine has
    for foreign in notices.FOREIGN if east_asian else notices.FOREIGN[:2]:
        assert foreign.replace(" ", "") in text.replace(" ", "")
    assert_within_margins(tmp_path / ("printed.pdf" if kind == "html" else "report.pdf"))


REPORTS = pytest.mark.parametrize("report", ["duplicate"])


@REPORTS
def test_options_that_exclude_one_another_are_refused_in_a_line(usual, tmp_path, report):
    file = tmp_path / "file"
    for words, said in (
        (["--json", "--format", "html"], "--json"),
        (["--json", "--output", file], "--json"),
        (["--output", file], "say with --format"),
    ):
        assert said in refused(scorepad("club", report, *words, "--db", usual))
    assert not file.exists()


@REPORTS
def test_without_output_the_page_is_printed(usual, report):
    html = ran(report, "--format", "html", "--db", usual)
    assert html.startswith("<!DOCTYPE html>") and "&lt;b&gt;x&lt;/b&gt;" in html
    assert ran(report, "--format", "html", "--output", "-", "--db", usual) == html


def test_a_database_is_never_replaced(usual):
    before = usual.read_bytes()
    words = ("duplicate", "--format", "pdf", "--output", usual, "--db", usual)
    assert "this is a database" in refused(scorepad("club", *words))
    assert usual.read_bytes() == before


def listed(rows: int, title: str = "") -> Block:
    table = Table(("Rank", "Player"), ("Player",), [[f"{n} ", f"player{n}"] for n in range(rows)])
    return Block(title, table)


def texts_of(tmp_path: Path, *blocks: Block) -> list[str]:
    (tmp_path / "notice.pdf").write_bytes(as_pdf(Notice("Long", list(blocks))))
    return [page.extract_text() for page in pypdf.PdfReader(tmp_path / "notice.pdf").pages]


def test_a_title_is_never_the_last_of_a_page_and_a_short_table_never_parted(tmp_path):
    for above in range(55, 70):
        texts = texts_of(tmp_path, listed(above), listed(10, "Beneath"))
        (page,) = (text for text in texts if "Beneath" in text)
        assert "player9" in page.partition("Beneath")[2]
        texts = texts_of(tmp_path, listed(above), listed(60, "Beneath"))
        (page,) = (text for text in texts if "Beneath" in text)
        assert "player0" in page.partition("Beneath")[2]


def test_a_letter_without_a_font_is_refused():
    with pytest.raises(UserError, match=r"no font for '\\U00013000'; take html"):
        as_pdf(Notice("Nora \U00013000", []))
