"""What a club PC needs runs with what Windows has (support/like_windows.py: and not the rest)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import EXAMPLES, LIKE_WINDOWS, plugged_in
from support.depth import sampled, some

PYTHON = (sys.executable, "-X", "warn_default_encoding", str(LIKE_WINDOWS))


def environment(folder: Path) -> dict[str, str]:
    """What is printed goes through a code page of Windows."""
    return {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "SCOREPAD_DB": str(folder / "club.db"),
        "SCOREPAD_CACHE": str(folder / "cache"),
    }


def scorepad(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
    """One command on Windows, as far as our modules can tell."""
    return subprocess.run(
        [*PYTHON, "scorepad", *map(str, words)],
        capture_output=True,
        cwd=folder,
        env=environment(folder),
        timeout=120,
        check=False,
    )


def printed(folder: Path, *words: str | Path) -> str:
    """What a command prints that succeeds."""
    done = scorepad(folder, *words)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.decode(errors="replace")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a club's evening is: a tablet with a rubber, and the database after its sync."""
    folder = tmp_path_factory.mktemp("a club")
    deals = EXAMPLES / "rubber.deals"
    printed(folder, "sim", "--runtime", "cpython", "--flash", "t.flash", "--play", deals)
    with at_a_tcp_port(folder) as port:
        assert ": 1 new" in printed(folder, "sync", port)
    return folder


class at_a_tcp_port:  # noqa: N801  # reads like a function
    """The simulated tablet of that folder, as Windows has it; gives the name of its port."""

    def __init__(self, folder: Path):
        self._tablet = subprocess.Popen(
            [*PYTHON, "scorepad", "sim", "--runtime", "cpython", "--flash", "t.flash", "--tcp"],
            stdout=subprocess.PIPE,
            cwd=folder,
            env=environment(folder),
        )

    def __enter__(self) -> str:
        assert self._tablet.stdout
        return self._tablet.stdout.readline().decode().strip()

    def __exit__(self, *reason: object) -> None:
        self._tablet.terminate()
        assert self._tablet.wait(10) == 0


@pytest.mark.parametrize(
    "program",
    [
        "import fcntl",
        "from os import fork",
        "import os; os.tcgetpgrp(0)",
        "import signal; signal.SIGHUP",
        "import os; os.fsync(os.open('program.py', os.O_RDONLY))",
        "f = open('program.py', 'rb'); import os; os.remove('program.py')",
        "f = open('program.py', 'rb'); import pathlib; pathlib.Path('program.py').unlink()",
    ],
)
def test_what_windows_has_not_is_missing(tmp_path: Path, program: str) -> None:
    (tmp_path / "program.py").write_text(program)
    run = [*PYTHON, "program"]
    here = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(run, cwd=tmp_path, env=here, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Error" in done.stderr


def test_deals_are_scored(folder: Path) -> None:
    assert "1260" in printed(folder, "score", "rubber", EXAMPLES / "rubber.deals")
    assert "honours" in printed(folder, "rules", "rubber")


def test_movements_are_made_and_read(folder: Path) -> None:
    for form in ("html", "pdf"):
        cards = ("--cards", "tables", "--format", form, "--output", f"cards.{form}")
        printed(folder, "movement", "howell", "--pairs", "9", *cards)
    made = printed(folder, "movement", "mitchell", "--tables", "6", "--relay", "--json")
    (folder / "ours.json").write_text(made, encoding="utf-8")
    assert "share boards" in printed(folder, "movement", "check", "ours.json")


def test_a_tablet_at_a_serial_port_is_synced(folder: Path, tmp_path: Path) -> None:
    with plugged_in(tmp_path / "another.flash") as port:
        assert "table 5" in printed(folder, "sync", port, "--table", "5")


def test_nothing_comes_twice(folder: Path) -> None:
    with at_a_tcp_port(folder) as port:
        assert "1 already known" in printed(folder, "sync", port)


@sampled
@pytest.mark.parametrize("form", some(["html", "pdf", "csv", "json", "pbn"], 2))
def test_exports_are_written(folder: Path, form: str) -> None:
    file = folder / f"sheets.{form}"
    for _ in range(2):  # made, and replaced
        printed(folder, "club", "export", "--all", "--format", form, "--output", file)
    assert file.stat().st_size > 100


@pytest.fixture
def session(folder: Path) -> str:
    return str(json.loads(printed(folder, "club", "list", "--json"))[0]["id"])


def test_the_club_is_shown(folder: Path, session: str) -> None:
    assert "1260" in printed(folder, "club", "show", session)
    printed(folder, "club", "players", "import", EXAMPLES / "roster.csv")
    printed(folder, "club", "seat", session, "N", "1")
    for shown in ("ranking", "ledger", "list"):
        assert printed(folder, "club", shown)


def test_a_backup_is_restored(folder: Path) -> None:
    before = printed(folder, "club", "list")
    printed(folder, "club", "backup", "kept.db")
    printed(folder, "club", "restore", "kept.db", "--db", folder / "other.db")
    assert printed(folder, "club", "list", "--db", folder / "other.db") == before


def test_the_doctor_looks_at_a_tablet_and_for_drives(folder: Path) -> None:
    with at_a_tcp_port(folder) as port:
        assert "Scorepad answers" in printed(folder, "doctor", port)
    assert b"plugged in" in scorepad(folder, "doctor").stdout


def test_rescue_and_deploy_say_that_nobody_answers(folder: Path) -> None:
    for command in ("rescue", "deploy"):
        done = scorepad(folder, command, "socket://127.0.0.1:1")
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1, done.stderr


def test_without_pseudo_terminals_another_way_is_named(folder: Path) -> None:
    done = scorepad(folder, "sim", "--runtime", "cpython", "--pty")
    assert done.returncode == 2
    assert b"--tcp" in done.stderr
