"""A board on an emulated Pico and the simulated tablet under the same fingers."""

from dev.emulators.pico import DTR, READING, RTS, Pico
from scorepad.simulator.faces.terminal import frame
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet

LONGEST = 3000  # ms from a press to its picture
_LOOK = 20  # ms


class Twins(Tablet):
    """Both of them, on new flash; they wait for the slower one. The board is at its first picture.

    `alike`: whether what they show is compared. Raises AssertionError where it differs.
    """

    def __init__(self, board: Pico):
        self.alike = True
        self.board = board
        super().__init__(Flash())
        shows(board, self)  # its first picture may have come in part

    def wait(self, milliseconds: int, *keys: str) -> None:
        super().wait(milliseconds, *keys)
        self.board.wait(milliseconds, *keys)
        alike = shows(self.board, self)
        assert alike or not self.alike, (
            f"{self.look()}\n{frame(self.board.chip.pixels())}\n{self.board.events}"
        )

    def reset(self, *keys: str) -> None:
        super().reset(*keys)
        self.board.reset()
        self.board.started()
        shows(self.board, self)

    def serial_write(self, received: bytes) -> None:
        super().serial_write(received)
        self.board.line(DTR | RTS | READING)
        self.board.send(received)

    def serial_read(self) -> bytes:
        """What the simulated one has sent; then nobody is at the board's port any more."""
        self.board.line(0)
        return super().serial_read()


def shows(board: Pico, tablet: Tablet) -> bool:
    """Whether the board shows what the tablet shows, soon."""
    for _ in range(LONGEST // _LOOK):
        if board.chip.pixels() == tablet.pixels():
            return True
        board.wait(_LOOK)
    return False
