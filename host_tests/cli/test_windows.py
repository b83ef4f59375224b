"""What a club PC needs runs with what Windows has (support/like_windows.py: and not the rest)."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.commands import EXAMPLES, LIKE_WINDOWS, plugged_in
from support.depth import full

PYTHON = (sys.executable, "-X", "warn_default_encoding", str(LIKE_WINDOWS))
DEALS = str(EXAMPLES / "rubber.deals")
FORMS = ("html", "pdf", "csv", "json", "pbn")
# Runs commands in one process, each behind a form feed.
SEVERAL = """\
import json, sys
from scorepad.cli import main
for words in json.loads(sys.argv[1]):
    print("\\f", end="", flush=True)
    if main(words):
        sys.exit(" ".join(words))
"""

# Tries what Windows refuses; prints what it does not refuse.
REFUSED = """\
import os, pathlib, signal
def refuses(program):
    try:
        exec(program, {"__name__": "__main__"})
    except (ImportError, AttributeError, OSError):
        return True
print(*[program for program in (
    "import fcntl",
    "from os import fork",
    "import os; os.tcgetpgrp(0)",
    "import signal; signal.SIGHUP",
    "import os; os.fsync(os.open('refused.py', os.O_RDONLY))",
    "f = open('refused.py', 'rb'); import os; os.remove('refused.py')",
    "f = open('refused.py', 'rb'); import pathlib; pathlib.Path('refused.py').unlink()",
) if not refuses(program)], sep="\\n")
"""


def environment(folder: Path) -> dict[str, str]:
    """What is printed goes through a code page of Windows."""
    return {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", ""))),
        "SCOREPAD_DB": str(folder / "club.db"),
    }


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A module on Windows, as far as our modules can tell."""
    return subprocess.run(
        [*PYTHON, *words], capture_output=True, cwd=folder, env=environment(folder), check=False
    )


def printed(folder: Path, *commands: tuple[str, ...]) -> list[str]:
    """What each of these commands prints, which all succeed."""
    (folder / "several.py").write_text(SEVERAL)
    done = run(folder, "several", json.dumps(commands))
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.decode(errors="replace").split("\f")[1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a club's evening is: a tablet with a rubber, and the database after its sync."""
    folder = tmp_path_factory.mktemp("a club")
    printed(folder, ("sim", "--runtime", "cpython", "--flash", "t.flash", "--play", DEALS))
    with at_a_tcp_port(folder) as port:
        first, again, checked = printed(folder, ("sync", port), ("sync", port), ("doctor", port))
    assert ": 1 new" in first
    assert "1 already known" in again
    assert "Scorepad answers" in checked
    return folder


@contextlib.contextmanager
def at_a_tcp_port(folder: Path) -> Iterator[str]:
    """The name of the port of the simulated tablet of that folder, as Windows has it."""
    tablet = ("scorepad", "sim", "--runtime", "cpython", "--flash", "t.flash", "--tcp")
    with subprocess.Popen(
        [*PYTHON, *tablet], stdout=subprocess.PIPE, cwd=folder, env=environment(folder)
    ) as running:
        assert running.stdout
        yield running.stdout.readline().decode().strip()
        running.terminate()
    assert running.returncode == 0


def test_what_windows_has_not_is_missing(tmp_path: Path) -> None:
    (tmp_path / "refused.py").write_text(REFUSED)
    done = run(tmp_path, "refused")
    assert (done.returncode, done.stdout.strip()) == (0, b""), done.stderr


def test_deals_are_scored_and_a_club_is_made(tmp_path: Path) -> None:
    made, scored, _, players = printed(
        tmp_path,
        ("movement", "mitchell", "--tables", "6", "--relay", "--json"),
        ("score", "rubber", DEALS),
        ("club", "players", "add", "Ann"),
        ("club", "players", "--json"),
    )
    assert json.loads(made) and "1260" in scored
    assert [player["name"] for player in json.loads(players)] == ["Ann"]


@full
def test_a_club_has_an_evening(folder: Path, tmp_path: Path) -> None:
    (listed,) = printed(folder, ("club", "list", "--json"))
    session = json.loads(listed)[0]["id"]
    exports = [
        (*words, "--format", form, "--output", f"{name}.{form}")
        for name, words, forms in (
            ("sheets", ("club", "export", "--all"), FORMS),
            ("sheets", ("club", "export", "--all"), FORMS),  # which are replaced
            ("cards", ("movement", "howell", "--pairs", "9", "--cards", "tables"), FORMS[:2]),
        )
        for form in forms
    ]
    shown, *_, before, restored = printed(
        folder,
        ("club", "show", session),
        ("rules", "rubber"),
        ("club", "players", "import", str(EXAMPLES / "roster.csv")),
        ("club", "seat", session, "N", "1"),
        ("club", "ranking"),
        ("club", "ledger"),
        *exports,
        ("club", "backup", "kept.db"),
        ("club", "restore", "kept.db", "--db", "other.db"),
        ("club", "list"),
        ("club", "list", "--db", "other.db"),
    )
    assert "1260" in shown
    assert min((folder / f"sheets.{form}").stat().st_size for form in FORMS) > 100
    assert restored == before != ""
    with plugged_in(tmp_path / "another.flash", "--runtime", "cpython") as port:
        (said,) = printed(folder, ("sync", port, "--table", "5"))
    assert "table 5" in said
