"""A table of an event in a test: what its players press, and what they must see before it."""

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.session import DEAL, fold
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import FINISH, menu, shown


class Table:
    """The players at a tablet that has its event, home at first."""

    def __init__(self, tablet: Tablet):
        self.tablet = tablet

    def sees(self, screen: str) -> list[str]:
        """What stands on the screen that must be this one."""
        look = self.tablet.look()
        assert look.screen == screen, shown(self.tablet)
        return look.text

    def plays(self, board: int, said: str) -> None:
        """The board that the tablet offers, and the others accept it."""
        assert self.sees("compass")[0] == f"Board {board}"
        robot = Robot(self.tablet, fold(opening("duplicate", {}, 1, NORTH, 0)))
        robot.follow([(DEAL, 0, 1, parse(said)[0])])

    def leaves_out(self, board: int) -> None:
        """A board that is still to be played."""
        menu(self.tablet, "boards")
        row = self.sees("boards")[2::2].index(f"Board {board}")
        self.tablet.press(*["DOWN"] * row, "RIGHT")

    def plays_late(self, board: int, said: str) -> None:
        """A board that was left out, the first of the list."""
        menu(self.tablet, "boards")
        assert self.sees("boards")[2:4] == [f"Board {board}", "left out"]
        self.tablet.press("OK")
        self.plays(board, said)

    def ends(self) -> None:
        """The players finish."""
        assert self.sees("moves")
        self.tablet.press(*FINISH)
        assert self.sees("home")
