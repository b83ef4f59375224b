"""What the benches measure comes into one file, and two such files can be compared."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dev.bench import club as bench_club
from dev.bench import figures as bench_figures
from dev.bench.figures import Bench, beside, keep, read, word, write
from dev.bench.tables import TABLES
from scorepad.club.records.store import Club

HERE: bench_figures.Origin = {"date": "2026-11-22", "cores": 2}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that benches keep their figures in."""
    path = tmp_path / "build" / "bench.json"
    monkeypatch.setattr(bench_figures, "MADE", path)
    return path


def test_benches_that_run_one_after_another_end_in_one_file(made: Path) -> None:
    keep("club.sqlite.10000", {"ranking_ms": 5.2})
    keep("club.sqlite.100000", {"ranking_ms": 6})
    keep("start", {"help.ratio": 4})
    assert read(made).figures == {
        "club.sqlite.10000.ranking_ms": 5.2,
        "club.sqlite.100000.ranking_ms": 6,
        "start.help.ratio": 4,
    }


def test_a_group_replaces_all_that_it_had(made: Path) -> None:
    keep("start", {"help.ratio": 4, "gone.ms": 1})
    keep("starting", {"help.ratio": 9})
    bench = keep("start", {"help.ratio": 3})
    assert bench.figures == {"start.help.ratio": 3, "starting.help.ratio": 9}
    assert read(made) == bench


def test_each_group_says_on_what_it_was_measured(made: Path) -> None:
    origin = keep("start", {"help.ratio": 4}).origins["start"]
    assert set(origin) >= {"version", "commit", "python", "machine", "cores", "load", "date"}
    assert json.loads(made.read_text())["origins"] == {"start": origin}


def test_the_order_is_that_of_the_names(made: Path) -> None:
    keep("start", {"rules.ms": 1, "help.ms": 1})
    keep("cable", {"session.bytes": 1})
    assert list(read(made).figures) == ["cable.session.bytes", "start.help.ms", "start.rules.ms"]


@pytest.mark.parametrize("name", ["Help.ms", "help ms", "help..ms", "help.fast", "help-me.ms", ""])
def test_a_name_that_is_none_is_refused_and_the_file_stays(made: Path, name: str) -> None:
    keep("start", {"help.ms": 1})
    before = made.read_bytes()
    with pytest.raises(ValueError, match="no name of a figure"):
        keep("start", {name: 2})
    assert made.read_bytes() == before


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"figures": {"a.ms": "x"}, "origins": {}}', '{"figures": 1}']
)
def test_another_file_is_refused_and_stays(
    made: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made.parent.mkdir()
    made.write_text(content)
    with pytest.raises(SystemExit) as ended:
        keep("start", {"help.ms": 1})
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"{made}: no file of figures")
    assert made.read_text() == content


def test_a_folder_that_cannot_be_made_is_named(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made.parent.write_text("a file")
    with pytest.raises(SystemExit) as ended:
        keep("start", {"help.ms": 1})
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"{made}: cannot be written")


def test_newer_figures_replace_the_groups_that_they_have() -> None:
    page, made = Bench(), Bench()
    page.replace("club.sqlite.1000000", {"ranking_ms": 23}, {"date": "2026-11-21"})
    page.replace("start", {"help.ms": 1, "gone.ms": 1}, {"date": "2026-11-21"})
    made.replace("start", {"help.ms": 2}, HERE)
    page.update(made)
    assert page.figures == {"club.sqlite.1000000.ranking_ms": 23, "start.help.ms": 2}
    assert page.origins == {"club.sqlite.1000000": {"date": "2026-11-21"}, "start": HERE}


def test_ours_beside_what_it_is_instead() -> None:
    assert beside("key", "bytes", 1, 4) == {
        "key.bytes": 1,
        "key.instead_bytes": 4,
        "key.ratio_bytes": 0.25,
    }
    assert beside("key", "bytes", 1, 0) == {"key.bytes": 1}


def test_words_become_parts_of_names() -> None:
    assert word("contract → result") == "contract_to_result"
    assert word("nz-match") == "nz_match"


def test_the_club_measures_what_its_tables_show(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a small club; the names do not depend on its size."""
    monkeypatch.setattr(bench_club, "PLAYERS", range(1, 21))
    where, evenings = str(tmp_path / "club.db"), bench_club.Evenings()
    with Club(where) as club:
        club.write(bench_club.enrol)
        bench_club.take(club, evenings.sessions(60))
    bench = keep("club.sqlite.10000", bench_club.measured(where, evenings))
    shown = {name for name in TABLES["sqlite"].names() if ".10000." in name}
    assert shown == set(bench.figures)


def compare(*names: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dev.bench.compare", *names]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_two_files_are_compared(tmp_path: Path) -> None:
    old, new = Bench(), Bench()
    old.replace("start", {"help.ms": 200, "same.ms": 1, "gone.ms": 1.5}, HERE)
    new.replace("start", {"help.ms": 150, "same.ms": 1, "new.ms": 1234}, HERE)
    write(tmp_path / "old.json", old)
    write(tmp_path / "new.json", new)
    done = compare(tmp_path / "old.json", tmp_path / "new.json")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["start.gone.ms", "1.5", "-"],
        ["start.help.ms", "200", "150", "0.75"],
        ["start.new.ms", "-", "1,234"],
        ["1", "figures", "are", "equal"],
    ]


@pytest.mark.parametrize("content", [None, "nothing"])
def test_what_cannot_be_compared_is_named(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "old.json"
    if content:
        path.write_text(content)
    done = compare(path, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"bench_compare: {path}: ")
    assert done.stderr.count("\n") == 1
