"""A table of an event in a test: what its players press, and what they must see before it."""

from firmware.entry import START_LEVEL, START_STRAIN
from firmware.scoring import deal as d
from firmware.scoring.notation import parse
from scorepad.simulator import presses
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import menu, shown

_TO_THE_DECLARER = ("UP", "RIGHT", "DOWN", "LEFT")  # from the compass to N, E, S, W


def keys(said: str) -> list[str]:
    """The presses that enter a deal, as `4S N +1`, and with which the others accept it."""
    deal, _ = parse(said)
    if not d.level(deal):
        return ["OK", "OK"]
    bid = presses.routes(presses.contract(), (START_LEVEL, START_STRAIN))
    made = presses.routes(presses.result(d.level(deal)), (0, d.UNDOUBLED))
    to, by = bid[d.level(deal), d.strain(deal)], made[d.overtricks(deal), d.doubling(deal)]
    return [_TO_THE_DECLARER[d.declarer(deal)], *to, "OK", *by, "OK", "OK"]


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
        """The board that the tablet offers."""
        assert self.sees("compass")[0] == f"Board {board}"
        self.tablet.press(*keys(said))

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
        """The players finish, when OK is no longer meant for the last deal."""
        assert self.sees("moves")
        self.tablet.wait(1000)
        self.tablet.press("OK")
        assert self.sees("home")
