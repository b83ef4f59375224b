"""Tries of the director's password: one at a time, and a wait that grows after wrong ones.

The wait is of one visitor alone, so one who guesses keeps nobody else out. A browser that has been
in before has a device cookie, and with it a wait of its own: as in OWASP's "Slow Down Online
Guessing Attacks with Device Cookies".
"""

import asyncio
import contextlib
import hashlib
import hmac
import math
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic

from starlette.concurrency import run_in_threadpool

from scorepad.club.password import is_right
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.web.authentication.names import LOOPBACK

FREE = 3  # wrong ones before there is a wait
LONGEST_WAIT = 15 * 60.0  # seconds
MOST_WAITS = 10_000  # visitors of whom it is known how often they were wrong


class WaitFirst(UserError):
    """Too many wrong passwords, or a second one at once; `seconds` must pass first."""

    def __init__(self, seconds: float):
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(text("Too many wrong passwords: wait {number} s.", number=self.seconds))


class Password:
    """Tries passwords. `kept`: what the club keeps of its password now, "" = it has none."""

    def __init__(self, kept: Callable[[], str], clock: Callable[[], float] = monotonic):
        self._kept = kept
        self._clock = clock
        self._waits = dict[str, tuple[int, float]]()  # wrong ones, and until when
        self._trying = set[str]()
        self._stranger = asyncio.Lock()
        self._turn = asyncio.Lock()

    async def opens(
        self,
        given: str,
        visitor: str,
        cookie: str = "",
        is_gone: Callable[[], Awaitable[bool]] | None = None,
    ) -> str:
        """Return what is kept of the password, if this is it, else "".

        visitor: the network from which it comes; cookie: a device cookie, if it is right
        is_gone: whether nobody waits for the answer any more: then nothing is tried

        Raise WaitFirst, without looking at it: a look takes 64 MiB for a while. Visitors take
        turns. This machine, and browsers that have been in, wait for one stranger at most.
        """
        device = device_of(await run_in_threadpool(self._kept), cookie)
        who = device if device and self._seconds_left(device) <= 0 else visitor
        left = self._seconds_left(who)
        if left > 0 or who in self._trying:
            raise WaitFirst(left)
        self._trying.add(who)
        first = contextlib.nullcontext() if who in (device, LOOPBACK) else self._stranger
        try:
            async with first, self._turn:
                if is_gone and await is_gone():
                    return ""
                kept, right = await run_in_threadpool(self._try, given)
        finally:
            self._trying.discard(who)
        wrong, _ = self._waits.pop(who, (0, 0.0))
        if not right:
            self._count(who, wrong + 1)
        return kept if right else ""

    def _try(self, given: str) -> tuple[str, bool]:
        kept = self._kept()
        return kept, is_right(kept, given)

    def _seconds_left(self, who: str) -> float:
        return self._waits.get(who, (0, 0.0))[1] - self._clock()

    def _count(self, who: str, wrong: int) -> None:
        wait = min(2.0 ** min(wrong - FREE, 30), LONGEST_WAIT) if wrong >= FREE else 0.0
        self._waits[who] = wrong, self._clock() + wait
        if len(self._waits) > MOST_WAITS:
            del self._waits[next(iter(self._waits))]


def new_device_cookie(kept: str) -> str:
    """Return a cookie for a browser that came in by the password of which this is kept."""
    device = secrets.token_urlsafe(16)
    return f"{device}.{_signature(kept, device)}"


def device_of(kept: str, cookie: str) -> str:
    """Return which device a cookie is of; "" if it is none, or of another password."""
    device, _, signature = cookie.partition(".")
    right = hmac.compare_digest(_signature(kept, device).encode(), signature.encode())
    return device if kept and right else ""


def _signature(kept: str, device: str) -> str:
    return hmac.new(kept.encode(), f"device {device}".encode(), hashlib.sha256).hexdigest()
