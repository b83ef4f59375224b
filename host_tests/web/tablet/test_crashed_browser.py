"""A test whose browser has crashed is run once more; a test that fails is not."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

CODE = """
import pytest
from support.web.crashes import note_crash

pytestmark = pytest.mark.full
started = []

@pytest.fixture(scope="module")
def browser():
    started.append("browser")

@pytest.mark.parametrize("crashes", [0, 1, 2])
def test_page(browser, crashes):
    if len(started) <= crashes:
        note_crash("a page has crashed")
        raise AssertionError("gone")

def test_wrong(browser):
    raise AssertionError("wrong")
"""


def test_a_crash_is_survived_once_and_reported(tmp_path: Path) -> None:
    (tmp_path / "test_pages.py").write_text(CODE)
    options = ("-p", "support.web.crashes", "-p", "no:randomly", "-c", "/dev/null")
    command = [sys.executable, "-m", "pytest", *options, "-rfw", "test_pages.py"]
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "1 failed, 3 passed" in run.stdout, run.stdout
    assert "FAILED test_pages.py::test_wrong" in run.stdout
    assert run.stdout.count("was run again") == 2, run.stdout
