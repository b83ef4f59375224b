"""Every board file calls only what MicroPython has on that board, as its type stubs say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dev.fetching import get_stubs
from scorepad import build
from scorepad.sources import SOURCES

pytestmark = pytest.mark.full

ROOT = SOURCES
BENEATH = (
    "hardware/peripherals.py",
    "hardware/shared_filesystem.py",
    "hardware/espressif.py",
    "hardware/rp2_flash.py",
    "hardware/kept_ram.py",
)


def complaints(board: str, source: str, folder: Path) -> list[str]:
    """What mypy finds in a board file and in what it is built on; not what it finds in stubs."""
    stubs = get_stubs.stubs(board)
    firmware = folder / "firmware"
    (firmware / "hardware").mkdir(parents=True)
    for module in (
        "__init__.py",
        "clock.py",
        "loading.py",
        "hardware/filesystem.py",
        *BENEATH[:2],
        *(module for module in BENEATH[2:] if Path(module).stem in source),
    ):
        (firmware / module).symlink_to(ROOT / "firmware" / module)
    (firmware / "board.py").write_text(source, encoding="utf-8")
    checked = [f"firmware/{name}" for name in ("board.py", *BENEATH) if (firmware / name).exists()]
    mypy = (sys.executable, "-m", "mypy", "--config-file=", "--custom-typeshed-dir", stubs)
    # As Scorepad's oldest Python: for 3.13 the stubs want `warnings`, which MicroPython lacks.
    options = (
        *("--check-untyped-defs", "--explicit-package-bases", "--python-version=3.11"),
        *("--cache-dir", os.devnull),
    )
    done = subprocess.run(
        [*mypy, *options, *checked],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(stubs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "checked" in done.stdout or "Success" in done.stdout, done.stdout + done.stderr
    found = re.findall(r"^firmware/.* error: .*$", done.stdout, re.MULTILINE)
    return [line for line in found if line.startswith(tuple(checked))]


@pytest.mark.parametrize("board", build.BOARDS)
def test_a_board_file_calls_what_the_board_has(board: str, tmp_path: Path) -> None:
    source = build.board_file(board).read_text(encoding="utf-8")
    assert complaints(board, source, tmp_path) == []
    if board == "pico":  # what it does not have is found
        assert complaints(board, source.replace("read_u16()", "read_uv()"), tmp_path / "wrong")
