"""Reports on paper, printed by a browser and as PDF: what they say, on how many pages."""

from pathlib import Path

import pypdf
import pytest

from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.reports.drawing.media import as_pdf
from support.club import notices
from support.club.notices import EVENING, name, pages, ran, read, told
from support.databases import enrol
from support.depth import full
from support.paper import whole_pages

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

# A browser prints HTML.
KINDS = pytest.mark.parametrize("kind", [pytest.param("html", marks=full), "pdf"])
LEAST = 8.5  # points, in which a pair can be read on a board


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight tables: 32 players, 16 pairs."""
    return notices.club(tmp_path_factory.mktemp("usual"), 8)


def decimals(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}"


def assert_continued(texts: list[str], heads: str) -> None:
    """More than a page, and each page has the heads of the table on it."""
    assert len(texts) > 1
    assert all(heads in text for text in texts)


@pytest.mark.parametrize(
    ("kind", "scoring"), [("pdf", "matchpoints"), pytest.param("html", "cross-imps", marks=full)]
)
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
    # A browser has what fonts its machine has.
    for foreign in notices.FOREIGN[: 4 if kind == "pdf" else 2]:
        assert foreign.replace(" ", "") in text.replace(" ", "")
    assert "Board 1 " not in text and "doubtful" not in text


@full
@pytest.mark.parametrize("kind", ["html", "pdf"])
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
    whole_pages((tmp_path / ("printed.pdf" if kind == "html" else "report.pdf")).read_bytes())


@KINDS
def test_the_ledger_of_an_evening_says_what_for_and_who_owes_whom(usual, tmp_path, kind):
    words = ("ledger", "--evening", EVENING, "--db", usual)
    text = " ".join(pages(tmp_path, kind, *words))
    assert text.startswith(f"Ledger, evening of {EVENING} Player Sessions Points Money")
    assert "Played for 1.00 per 100 points." in text and "Left out, duplicate: " in text
    (evening,) = told(*words)["evenings"]
    for player in evening["players"]:
        amounts = f"1 {player['points']} {decimals(player['money'])}"
        assert amounts in text and abs(player["points"]) > 1000
        assert player["id"] <= 4 or f"{player['name']} {amounts}" in text
    assert len(evening["payments"]) == text.count(" pays ")
    for paid in evening["payments"]:
        said = f"{paid['from']['name']} pays {paid['to']['name']} {decimals(paid['money'])}"
        assert paid["to"]["id"] <= 4 or said in text


def listed(rows: int, title: str = "") -> Section:
    cells = [[f"{n} ", f"player{n}"] for n in range(rows)]
    return Section(title, table=Table(layout("Rank", "Player", numbers=("Rank",)), cells))


def test_a_long_table_repeats_its_heads_and_no_title_is_the_last_of_a_page(tmp_path):
    # Rows above a title that would be at the end of its page, and rows beneath it: short tables
    # are never parted.
    cases = [(46, 10), (50, 10), (52, 60), (53, 60)]
    reports = [
        Report("Long", [listed(above), listed(rows, f"Beneath {above}: {rows}")])
        for above, rows in cases
    ]
    file = tmp_path / "long.pdf"
    file.write_bytes(as_pdf("Long", reports))
    pages = read(file)
    assert_continued(pages, "Rank Player")
    for above, rows in cases:
        (page,) = (text for text in pages if f"Beneath {above}: {rows} " in text)
        first_or_last = "player9" if rows == 10 else "player0"
        assert first_or_last in page.partition("Beneath")[2]


def test_long_names_in_a_knock_out_take_a_second_line_and_not_a_smaller_size(database, tmp_path):
    """Eleven pairs are on one page of A4; a pair with its seed has 55 letters."""
    names = [name(number) for number in range(5, 27)]
    enrol(database, names)
    rows = [f"{first},{other}\n" for first, other in zip(names[::2], names[1::2], strict=True)]
    (tmp_path / "pairs.csv").write_text("player,partner\n" + "".join(rows), encoding="utf-8")
    ran("knockout", "draw", "Cup", tmp_path / "pairs.csv", "--db", database)
    (text,) = pages(tmp_path, "pdf", "knockout", "show", "Cup", "--db", database)
    assert all(name in text for name in names)
    sizes: list[float] = []

    def visit(text, _, matrix, font, size) -> None:
        sizes.extend([size] * ("Maximilian" in text))

    pypdf.PdfReader(tmp_path / "report.pdf").pages[0].extract_text(visitor_text=visit)
    assert len(sizes) >= 11 and min(sizes) >= LEAST
