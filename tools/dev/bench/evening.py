"""An evening, and a walk through the screens, on an emulated board; what each key took."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.emulators.qemu_board import ICOUNT, INSTRUCTION, Counts, Emulator
from firmware.session import Session
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import PRESS_MS, Tablet
from scorepad.tablet.cable import Cable

CHIP = 30  # ns an instruction, of an ESP32 at 80 MHz
BYTE_MS = 9 / 400  # of I2C at 400 kHz: eight bits and the acknowledgement
NEW_GAME = "OK OK OK"
DEAL = "DOWN UP OK DOWN OK"
SHEET = "OK BACK BACK"  # from the menu
PATIENCE = 300  # s
DIRECTOR = "UP OK OK OK OK OK OK OK OK OK BACK BACK"  # who chooses a PIN


@dataclass(frozen=True)
class Step:
    """The effect of a key. `name`: screen and next screen; `code`: as for the function; `sent`:
    bytes on the bus; `heap`: bytes in use afterwards; `flashing`: nanoseconds of the flash's;
    `reads`: of the flash."""

    name: str
    code: int
    sent: int
    heap: int
    flashing: int
    reads: int

    @property
    def pause(self) -> float:
        """Milliseconds from the key to its picture, on an ESP32 at 80 MHz."""
        return (self.code * CHIP + self.flashing) / 1e6 + self.sent * BYTE_MS


class Twins(Tablet):
    """A board and the simulated tablet, which knows its screens' names, under the same fingers.

    `asking`: the cable on which a PC asks after every key, if there is one.
    """

    def __init__(self, board: Emulator):
        self.steps: list[Step] = []
        self.asking: Cable | None = None
        self._twin = board
        self._reads = board.count().reads
        super().__init__(Flash())

    def deal(self) -> None:
        self.press(*DEAL.split())
        self.hold("BACK")
        self.press(*SHEET.split())

    def walk(self) -> None:
        """Go from the home screen through a game, which stays open."""
        self.press(*NEW_GAME.split())
        self.deal()
        self.hold("BACK")
        self.press(*DIRECTOR.split())

    def wait(self, milliseconds: int, *keys: str) -> None:
        """Wait like Tablet.wait; note what a key did, unless it was held."""
        screen, sent = self.look().screen, self._twin.i2c_bytes
        super().wait(milliseconds, *keys)
        self._twin.count()  # which collects garbage: every key finds as much room
        self._twin.wait(milliseconds, *keys)
        self._twin.hold_down()  # the board goes on, and no key must repeat
        assert self._twin.chip.pixels() == self.pixels(), self.look()
        if keys and milliseconds == PRESS_MS:
            self._note(f"{screen} → {self.look().screen}", sent)

    def take(self) -> list[Step]:
        """Return the steps noted since the last call."""
        taken, self.steps = self.steps, []
        return taken

    def _note(self, name: str, sent: int) -> None:
        if self.asking:
            self.asking.ask("list 0")
        counts = self._twin.count()
        sent = self._twin.i2c_bytes - sent
        reads, self._reads = counts.reads - self._reads, counts.reads
        step = Step(name, code(counts), sent, counts.heap_used, counts.flashing, reads)
        self.steps.append(step)


@dataclass(frozen=True)
class Evening:
    """The use of a board after booting and after the deals; the effect of the keys of the deals,
    of the walk, and of a deal while a PC asks."""

    boot: Counts
    end: Counts
    deals: list[Step]
    walk: list[Step]
    asked: list[Step]


def mpremote(board: Emulator, program: str) -> list[str]:
    """Return the words that a program prints on the board, where the app has been stopped."""
    command = [sys.executable, "-m", "mpremote", "connect", board.cable, "exec", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout.split()


@contextmanager
def switched_on(files: Path | None = None, kernel: Path | None = None) -> Iterator[Emulator]:
    """A board at its second start: the first one makes the file system of the scores."""
    with Emulator(files, kernel, ICOUNT) as board:
        board.started()
        board.reset()
        board.started()
        yield board


def code(counts: Counts) -> int:
    """Return the instructions to the last byte for the panel, except waits for bus and flash."""
    return (counts.nanoseconds - counts.sending - counts.flashing) // INSTRUCTION


def play_evening(board: Emulator, sessions: list[Session]) -> Evening:
    """Play the evening, then show some screens, and some of them while a PC asks."""
    boot = board.count()
    with Twins(board) as twins, Cable(board.cable) as cable:
        for session in sessions:
            Robot(twins, session).play()
        end, deals = board.count(), twins.take()
        twins.walk()
        walk = twins.take()
        twins.asking = cable
        twins.deal()
        return Evening(boot, end, deals, walk, twins.take())
