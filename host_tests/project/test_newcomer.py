"""The newcomer that CI plays."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

NEWCOMER = Path(__file__).resolve().parents[2] / ".ci" / "newcomer.py"
PLAYED = "echo $TZ $LC_ALL; pwd; ls -A $HOME; command -v git gcc chromium node; python3 --version"


def play(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, NEWCOMER, *words], capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="Debian and its kin only")
def test_the_newcomer_has_an_empty_home_and_no_more_than_the_readme_asks_for():
    played = play("west", "c", "spaces", "--", "sh", "-c", PLAYED)
    assert played.returncode == 0, played.stderr
    where, folder, python = played.stdout.splitlines()
    assert where == "Pacific/Pago_Pago C"
    assert folder.endswith("/my score pad ♠ Łódź")
    assert python.startswith("Python 3.")


def test_what_cannot_be_played_is_said_in_a_line():
    for variant in ("north", "python=python2"):
        played = play(variant, "--", "true")
        assert (played.returncode, played.stderr.count("\n")) == (2, 1)
