"""Figures of benches: in one file, which can be compared, and in the tables of the docs."""

from pathlib import Path

import pytest

from dev.bench import compare, figures
from dev.bench import page as figures_page
from dev.bench.figures import Bench, keep, read, write
from dev.bench.tables import TABLES, Table, number

HERE: figures.Origin = {"date": "2026-11-22", "cores": 2}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that benches keep their figures in."""
    path = tmp_path / "build" / "bench.json"
    monkeypatch.setattr(figures, "MADE", path)
    return path


def test_a_group_replaces_all_that_it_had_and_no_other(made: Path) -> None:
    keep("start", {"help.ratio": 4, "gone.ms": 1})
    keep("starting", {"help.ratio": 9})
    bench = keep("start", {"help.ratio": 3})
    assert bench.figures == {"start.help.ratio": 3, "starting.help.ratio": 9}
    assert read(made) == bench
    assert {"version", "commit", "python", "cores", "date"} <= bench.origins["start"].keys()


@pytest.mark.parametrize("name", ["Help.ms", "help ms", "help..ms", "help.fast", ""])
def test_a_name_that_is_none_is_refused_and_the_file_stays(made: Path, name: str) -> None:
    keep("start", {"help.ms": 1})
    before = made.read_bytes()
    with pytest.raises(ValueError):
        keep("start", {name: 2})
    assert made.read_bytes() == before


@pytest.mark.parametrize("content", ["", "[]", '{"figures": {"a.ms": "x"}, "origins": {}}'])
def test_another_file_is_refused_and_stays(made: Path, content: str) -> None:
    made.parent.mkdir()
    made.write_text(content)
    with pytest.raises(SystemExit) as ended:
        keep("start", {"help.ms": 1})
    assert (ended.value.code, made.read_text()) == (2, content)


def test_newer_figures_replace_the_groups_that_they_have() -> None:
    page, newer = Bench(), Bench()
    page.replace("club.sqlite.1000000", {"ranking_ms": 23}, {"date": "2026-11-21"})
    page.replace("start", {"help.ms": 1, "gone.ms": 1}, {"date": "2026-11-21"})
    newer.replace("start", {"help.ms": 2}, HERE)
    page.update(newer)
    assert page.figures == {"club.sqlite.1000000.ranking_ms": 23, "start.help.ms": 2}
    assert page.origins == {"club.sqlite.1000000": {"date": "2026-11-21"}, "start": HERE}


def test_two_files_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = Bench(), Bench()
    old.replace("start", {"help.ms": 200, "same.ms": 1, "gone.ms": 1.5}, HERE)
    new.replace("start", {"help.ms": 150, "same.ms": 1, "new.ms": 1234}, HERE)
    write(tmp_path / "old.json", old)
    write(tmp_path / "new.json", new)
    monkeypatch.setattr("sys.argv", ["compare", *map(str, sorted(tmp_path.iterdir())[::-1])])
    assert compare.main() == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["start.gone.ms", "1.5", "-"],
        ["start.help.ms", "200", "150", "0.75"],
        ["start.new.ms", "-", "1,234"],
        ["1", "figures", "are", "equal"],
    ]


def test_the_tables_of_the_page_are_made_from_the_figures() -> None:
    page = figures_page.PAGE.read_text(encoding="utf-8")
    bench = read(figures_page.FIGURES)
    assert figures_page.page(page, bench) == page, "make figures"
    shown = {name for name in figures_page.places(page) if name != figures_page.ORIGINS}
    assert shown == {n for n, of in TABLES.items() if bench.figures.keys() & {*of.names()}}


def test_a_cell_is_a_figure_or_one_divided_by_another() -> None:
    table = Table(
        "start",
        {"help": "help"},
        {"ms": "a.{0}.ms", "s": "a.{0}.ms / 1000", "of b": "a.{0}.ms / b.ms"},
    )
    figures = {"a.help.ms": 1500.0, "b.ms": 4000.0}
    assert list(table.cells(figures)) == [["help", "1,500", "1.5", "0.375"]]
    assert list(table.cells({})) == []
    assert [number(figure) for figure in (0, 0.0667, 5.91234, 1234.5)] == [
        *("0", "0.0667", "5.91", "1,234")
    ]
