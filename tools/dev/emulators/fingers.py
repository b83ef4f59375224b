"""What somebody's fingers do at a tablet, so that they can do it at another one, blindly."""

from dataclasses import dataclass

from firmware.session import Session
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot, entries
from scorepad.simulator.tablet import Tablet

Hold = tuple[int, tuple[str, ...]]  # for so many ms, which buttons


@dataclass(frozen=True)
class Step:
    """What is pressed for an event of a log; None: until the game is begun."""

    event: Entry | None
    holds: list[Hold]


class _Watched(Tablet):
    """Notes what is held down."""

    def __init__(self, flash: Flash):
        self.holds = list[Hold]()
        super().__init__(flash)

    def wait(self, milliseconds: int, *keys: str) -> None:
        super().wait(milliseconds, *keys)
        self.holds.append((milliseconds, keys))

    def noted(self) -> list[Hold]:
        """Since this was asked last."""
        noted, self.holds = self.holds, []
        return noted


def steps(session: Session) -> tuple[list[Step], bytes]:
    """How the robot plays a session on a new tablet; and the pixels of the panel then."""
    with _Watched(Flash()) as tablet:
        robot = Robot(tablet, session)
        robot.start()
        found = [Step(None, tablet.noted())]
        for event in entries(session):
            robot.follow([event])
            found.append(Step(event, tablet.noted()))
        return found, tablet.pixels()
