"""`make check`, which leaves out tests that start a process."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]
# What starts a browser, and a tablet.
FILES = ("web/test_live_page.py", "tablet_firmware/test_tablet_deals.py")


@pytest.mark.parametrize("file", FILES)
def test_what_starts_a_process_is_left_out_and_fails_nowhere(file: str) -> None:
    """Also where something between the test and the process does not expect to be stopped."""
    environment = {name: of for name, of in os.environ.items() if not name.startswith("PYTEST_")}
    options = ("--quick", "-n", "0", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *options, f"host_tests/{file}"]
    run = subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout
    assert re.search(r"[1-9]\d* left out", run.stdout), run.stdout
    assert " passed" not in run.stdout, run.stdout
