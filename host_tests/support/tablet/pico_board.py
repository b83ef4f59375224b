"""Programs of the PC's at the port of an emulated Pico."""

import os
import sys

from dev.emulators import pico
from support.commands import Done, run_program

SCORES = 1472 << 10  # where in the flash of a board with our image their part begins
_AT_THE_PROMPT = """
import sys
from scorepad.tablet.board_link import Board
with Board(sys.argv[1]) as board:
    print(board.run(sys.argv[2]))
"""


def run(board: pico.Pico, *command: str) -> Done:
    """A Python program to which the board's port is a USB port; in the end that is closed."""
    done = run_program([sys.executable, *command], env={**os.environ, **board.environment()})
    board.closed.wait()  # until then the board's time passes by itself
    return done


def printed(board: pico.Pico, program: str) -> str:
    """What a program prints at the prompt of a board; it starts again."""
    done = run(board, "-c", _AT_THE_PROMPT, board.cable, program)
    assert done.returncode == 0, done.stderr
    board.wait(3000)  # how much of the start came before the program's end is chance
    return done.stdout.strip()


def said(board: pico.Pico, *arguments: str) -> str:
    """What a command of Scorepad's prints at the board's port, whether all is well or not."""
    done = run(board, "-m", "scorepad", *arguments, board.cable)
    return done.stdout + done.stderr


def scorepad(board: pico.Pico, *arguments: str) -> str:
    """What a command of Scorepad's prints, of which the board's port is the last argument."""
    done = run(board, "-m", "scorepad", *arguments, board.cable)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
