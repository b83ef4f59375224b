"""`scorepad doctor` at the prompt of real MicroPython: pins and bus. The bus's `scan` is ours."""

import json
import subprocess
from typing import Any

import pytest

from scorepad import build
from scorepad.simulator import process
from scorepad.simulator.process import HEAP
from scorepad.tablet.board_link import on_board
from scorepad.tablet.doctor import at_prompt
from scorepad.tablet.doctor.findings import Findings, Pins

BOARDS = [board for board in build.BOARDS if board != "pico"]  # which this simulator does not have
# The stand-in for the chip's bus has no scan, for no tablet calls it: MicroPython's writes nothing
# to one address after the other, and keeps those that acknowledge (extmod/machine_i2c.c).
WITH_SCAN = """
import sys, world, machine
class I2C(machine.I2C):
    def __init__(self, number, scl, sda):
        self.pins = sda._number, scl._number
    def scan(self):
        return [address for address in range(8, 0x78) if self.answers(address)]
    def answers(self, address):
        try:
            return self.pins == (PINS) and not self.writeto(address, b"")
        except OSError:
            return False
machine.I2C = I2C
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = "/dev/null", b"123456"
world.panel = (PANEL, 0)
"""


def said_by(board: str, panel: int) -> list[str]:
    """What such a board prints, whose panel is at this address of the bus; 0: it has none."""
    command, folder, environment = process.command("unix", 2 * HEAP, board)
    pins = ", ".join(map(str, pins_of(board)))
    code = WITH_SCAN.replace("PINS", pins).replace("PANEL", str(panel))
    files = "".join(map(on_board, ("said.py", "doctor.py")))
    done = subprocess.run(
        [*command[:3], "-c", f"{code}\n{files}\nexamine()"],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.splitlines()


def pins_of(board: str) -> Pins:
    """SDA and SCL as the board's file has them."""
    values: dict[str, Any] = {}
    lines = build.board_file(board).read_text(encoding="utf-8").splitlines()
    exec("\n".join(line for line in lines if line.startswith(("SDA = ", "SCL = "))), values)
    return Pins(values["SDA"], values["SCL"])


class Prompt:
    """The prompt of a board that has printed these lines."""

    def __init__(self, lines: list[str]):
        self._lines = lines

    def teach(self, name: str) -> None:
        """The board has learned it."""

    def answers(self, code: str) -> list[Any]:
        """What it said."""
        return [json.loads(line) for line in self._lines]


@pytest.mark.parametrize("panel", [0x3C, 0])
@pytest.mark.parametrize(
    "board", [BOARDS[0], *(pytest.param(board, marks=pytest.mark.full) for board in BOARDS[1:])]
)
def test_it_hears_who_answers_at_the_pins_of_the_board_file(board: str, panel: int) -> None:
    found = Findings("port")
    at_prompt.look(Prompt(said_by(board, panel)), found)  # type: ignore[arg-type]
    assert (found.pins, found.bus) == (pins_of(board), [panel] if panel else [])
    assert (found.named, found.app) == ("", "")
    assert found.firmware and found.heap
