"""Figures of benches: in one file, which can be compared, and in the tables of the docs."""

from pathlib import Path

import pytest

from dev.bench import compare, figures
from dev.bench import page as figures_page
from dev.bench.figures import Bench, keep, read, write
from dev.bench.tables import TABLES

HERE: figures.Origin = {"date": "2026-11-22", "cores": 2}


def test_a_group_replaces_all_that_it_had_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "build" / "bench.json"
    monkeypatch.setattr(figures, "MADE", made)
    keep("start", {"help.ratio": 4, "gone.ms": 1})
    keep("starting", {"help.ratio": 9})
    bench = keep("start", {"help.ratio": 3})
    assert bench.figures == {"start.help.ratio": 3, "starting.help.ratio": 9}
    assert read(made) == bench
    assert {"version", "commit", "python", "cores", "date"} <= bench.origins["start"].keys()


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
