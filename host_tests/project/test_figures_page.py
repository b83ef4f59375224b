"""The tables of docs/performance.md are made from docs/figures.json, which the benches make."""

from pathlib import Path

import pytest

from dev.bench import figures as bench_figures
from dev.bench import page as figures_page
from dev.bench.figures import Bench, read, write
from dev.bench.tables import TABLES, Table, number, terms
from support.pages.markdown_tables import tables

PAGE = figures_page.PAGE.read_text(encoding="utf-8")
BENCH = read(figures_page.FIGURES)
ON_PAGE = [name for name in figures_page.places(PAGE) if name != figures_page.ORIGINS]


def test_the_tables_are_up_to_date() -> None:
    assert figures_page.page(PAGE, BENCH) == PAGE, "make figures"


def test_each_place_has_an_end_of_its_own() -> None:
    marks = [line for line in PAGE.splitlines() if line.startswith("<!--")]
    assert set(marks[1::2]) == {"<!-- end -->"}
    assert len(marks) == 2 * len(figures_page.places(PAGE))


def test_the_tables_are_well_formed() -> None:
    heads = {table.head for table in tables("performance.md") if table.rows}
    assert {tuple(TABLES[name].head()) for name in ON_PAGE} <= heads


def test_each_section_is_there_once() -> None:
    headings = [line for line in PAGE.splitlines() if line.startswith("#")]
    assert len(headings) == len(set(headings))


def test_every_table_with_figures_is_on_the_page_once() -> None:
    measured = [n for n, table in TABLES.items() if BENCH.figures.keys() & {*table.names()}]
    assert sorted(ON_PAGE) == sorted(measured)


@pytest.mark.parametrize("name", ON_PAGE)
def test_every_row_and_column_has_a_figure_that_a_bench_makes(name: str) -> None:
    cells = list(TABLES[name].cells(BENCH.figures))
    assert [front for front, *_ in cells] == list(TABLES[name].rows)
    assert all(any(column) for column in list(zip(*cells, strict=True))[1:])


def test_every_figure_says_on_what_it_was_measured() -> None:
    for name in BENCH.figures:
        assert any(bench_figures.within(name, group) for group in BENCH.origins), name


def test_a_cell_is_a_figure_or_one_divided_by_another() -> None:
    table = Table(
        "start",
        {"help": "help"},
        {"ms": "a.{0}.ms", "s": "a.{0}.ms / 1000", "of b": "a.{0}.ms / b.ms"},
    )
    cells = list(table.cells({"a.help.ms": 1500, "b.ms": 4000}))
    assert cells == [["help", "1,500", "1.5", "0.375"]]
    assert list(table.cells({"a.help.ms": 1500})) == [["help", "1,500", "1.5", ""]]
    assert list(table.cells({})) == []
    assert terms("a.ms / b.ms") == ["a.ms", "b.ms"]


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        (0, "0"),
        (7, "7"),
        (0.0667, "0.0667"),
        (5.91234, "5.91"),
        (99.94, "99.9"),
        (1234.5, "1,234"),
    ],
)
def test_numbers_have_three_digits_at_least(figure: float, shown: str) -> None:
    assert number(figure) == shown


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with one table, and the figures that it has until now."""
    path = tmp_path / "page.md"
    path.write_text("Before\n\n<!-- figures: heap -->\nold\n<!-- end -->\n\nAfter\n")
    monkeypatch.setattr(figures_page, "PAGE", path)
    monkeypatch.setattr(figures_page, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(figures_page, "MADE", tmp_path / "bench.json")
    kept = Bench()
    kept.replace("tablet.unix", {"home.heap_bytes": 5}, {"date": "2026-11-21", "commit": "abc"})
    write(tmp_path / "figures.json", kept)
    return path


def test_what_was_measured_joins_what_was_kept(page: Path) -> None:
    made = Bench()
    made.replace("tablet.unix32", {"home.heap_bytes": 3}, {"date": "2026-11-22", "commit": "abd"})
    write(figures_page.MADE, made)
    assert figures_page.main() == 0
    assert page.read_text().splitlines()[2:-2] == [
        "<!-- figures: heap -->",
        "",
        "| heap in use, bytes | 32-bit words | 64-bit words |",
        "| --- | --- | --- |",
        "| home screen after the start | 3 | 5 |",
        "",
        "<!-- end -->",
    ]
    assert len(read(figures_page.FIGURES).figures) == 2


def test_a_damaged_file_changes_nothing(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures_page.MADE.write_text("{")
    before = page.read_bytes(), figures_page.FIGURES.read_bytes()
    assert figures_page.main() == 2
    assert (page.read_bytes(), figures_page.FIGURES.read_bytes()) == before
    assert capsys.readouterr().err.startswith(f"figures_page: {figures_page.MADE}: ")
