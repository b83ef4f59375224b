"""When the tablet sleeps, and what a key does that was pressed by accident.

Times come in as readings of the board's clock of milliseconds.
"""

from micropython import const

_MINUTE = const(60_000)  # ms
_ACCIDENT = const(250)  # ms after a change that nobody at the table made, in which OK does nothing


class Power:
    """`elapsed`: milliseconds from the second reading of the clock to the first."""

    def __init__(self, elapsed, now: int):
        self._elapsed = elapsed
        self._used = now  # a key, or the PC
        self._surprised = now - _ACCIDENT
        self.asleep = False

    def use(self, now: int) -> None:
        """Somebody does something."""
        self._used = now

    def tired(self, now: int, minutes: int) -> bool:
        """Whether nobody did anything for so many minutes; 0 minutes: never."""
        return minutes > 0 and self._elapsed(now, self._used) >= minutes * _MINUTE

    def surprise(self, now: int) -> None:
        """The screen has changed, and it was none of the players' keys that did it."""
        self._surprised = now

    def accident(self, now: int) -> bool:
        """Whether a key was meant for the screen before."""
        return self._elapsed(now, self._surprised) < _ACCIDENT
