"""Speed of the CPU, sleep, and keys that were pressed by accident.

Times come in as readings of the board's clock of milliseconds.
"""

from micropython import const

_MINUTE = const(60_000)  # ms
_LULL = const(200)  # ms without work until the CPU slows down: a held key repeats faster
# ms after a change that nobody at the table made, in which no key does anything
_ACCIDENT = const(250)


class Power:
    """`board`: its clock, and the speed of its CPU, which is full when it has started."""

    def __init__(self, board, now: int):
        self._board = board
        self._elapsed = board.elapsed
        self._hurries = True
        self._works = True
        self._worked = now  # when the last work was done
        self._used = now  # a key, or the PC
        self._surprised = now - _ACCIDENT
        self.asleep = False

    def request_full_speed(self) -> None:
        """Run the CPU at full speed until a lull: a user waits for the result."""
        self._works = True
        if not self._hurries:
            self._hurries = True
            self._board.speed_up()

    def slow_down_if_idle(self) -> None:
        """Slow the CPU down after a lull; called when the work of a turn is done."""
        if self._works:
            self._works = False
            self._worked = self._board.ticks_ms()
        elif self._hurries and self._elapsed(self._board.ticks_ms(), self._worked) > _LULL:
            self._hurries = False
            self._board.slow_down()

    def note_use(self, now: int) -> None:
        """Note that the tablet is in use."""
        self._used = now

    def is_idle(self, now: int, minutes: int) -> bool:
        """Return True if there was no input for this many minutes; 0 minutes: never."""
        return minutes > 0 and self._elapsed(now, self._used) >= minutes * _MINUTE

    def note_screen_change(self, now: int) -> None:
        """Note that the screen has changed without a key of the players."""
        self._surprised = now

    def is_accidental(self, now: int) -> bool:
        """Return True if a key was meant for the screen before."""
        return self._elapsed(now, self._surprised) < _ACCIDENT
