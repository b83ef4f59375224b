"""A table of an event in a test: what its players press, and what they must see before it."""

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.session import DEAL, fold
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import shown


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
