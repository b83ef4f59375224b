"""The firmware on an emulated Raspberry Pi Pico: the real board file, MicroPython's own port.

The simulated tablet is the oracle for pictures.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import get_rp2040
import get_rp2040js
import pico
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import PRESS_MS, Tablet

LONGEST = 3000  # ms from a press to its picture
PRINTED = """
import sys
from scorepad.board_link import Board
with Board(sys.argv[1]) as board:
    print(len(board.run("print('x' * 1000)").strip()))
"""


@pytest.fixture
def board() -> Iterator[pico.Pico]:
    """A board with the firmware in its image, at its first picture."""
    try:
        with pico.Pico(pico.flash(pico.frozen())) as board:
            board.started()
            yield board
    except (get_rp2040.NoPico, get_rp2040js.NoEmulator) as problem:
        pytest.skip(str(problem))


def shows(board: pico.Pico, tablet: Tablet) -> bool:
    """Whether the board shows what the tablet shows, soon."""
    for _ in range(LONGEST // 20):
        if board.chip.pixels() == tablet.pixels():
            return True
        board.wait(20)
    return False


def run(board: pico.Pico, *command: str) -> subprocess.CompletedProcess[str]:
    """A Python program that can move DTR."""
    variables = {**os.environ, **board.environment()}
    return subprocess.run(
        [sys.executable, *command],
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_game_is_begun_and_is_there_after_a_reset(board: pico.Pico, tmp_path: Path) -> None:
    with Tablet(Flash()) as tablet:
        for key in ("OK", "OK", "OK"):
            tablet.press(key)
            board.press(key)
            assert shows(board, tablet)
    board.reset()
    board.started()
    board.wait(PRESS_MS)
    done = run(board, "-m", "scorepad", "sync", board.cable, "--db", str(tmp_path / "club.db"))
    assert done.returncode == 0, done.stderr
    assert "tablet 5c0b7069636f" in done.stdout


def test_a_long_print_reaches_the_pc_whole(board: pico.Pico) -> None:
    assert run(board, "-c", PRINTED, board.cable).stdout.strip() == "1000"
