"""Tries of the director's password: one at a time, and a wait that grows after wrong ones."""

import threading
from collections.abc import Callable
from time import monotonic

from scorepad.club.password import is_right
from scorepad.errors import UserError
from scorepad.language import say

FREE = 3  # wrong ones before there is a wait
LONGEST_WAIT = 15 * 60.0  # seconds


class WaitFirst(UserError):
    """Too many wrong passwords, or too many at once; `seconds` must pass first."""

    def __init__(self, seconds: float):
        self.seconds = round(seconds + 0.5)
        super().__init__(say("Too many wrong passwords: wait {number} s.", number=self.seconds))


class Password:
    """Tries passwords. The wait is for everybody: whoever guesses can have many addresses.

    `kept`: what the club keeps of its password now, "" = it has none.
    """

    def __init__(self, kept: Callable[[], str], clock: Callable[[], float] = monotonic):
        self._kept = kept
        self._clock = clock
        self._wrong = 0
        self._until = 0.0
        self._trying = threading.Lock()

    def opens(self, given: str) -> str:
        """What is kept of the password, if this is it, else "".

        Raises WaitFirst, without looking at it: a look takes 64 MiB for a while.
        """
        if not self._trying.acquire(blocking=False):
            raise WaitFirst(0)
        try:
            return self._try(given)
        finally:
            self._trying.release()

    def _try(self, given: str) -> str:
        left = self._until - self._clock()
        if left > 0:
            raise WaitFirst(left)
        kept = self._kept()
        right = is_right(kept, given)
        self._wrong = 0 if right else self._wrong + 1
        if self._wrong >= FREE:
            self._until = self._clock() + min(2.0 ** min(self._wrong - FREE, 30), LONGEST_WAIT)
        return kept if right else ""
