"""Tells open pages when something has changed: server-sent events.

Whoever has changed it: this server, or another program that uses the same database.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic

from scorepad.club.records.store import Club
from scorepad.errors import UserError

LOOK_S = 0.1  # between two looks at the database
AGAIN_S = 2.0  # after trouble with it
BEAT_S = 15.0  # after which a silent line says that it is there


class Changes:
    """Counts changes."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting = set[asyncio.Future[None]]()
        self._over = False
        self.count = 0

    @contextlib.asynccontextmanager
    async def watched(self, club: Club) -> AsyncIterator[None]:
        """Watch the club's database for changes in a thread while the block runs."""
        self._loop = asyncio.get_running_loop()
        end = threading.Event()
        thread = threading.Thread(target=_look, args=(club, end, self.soon), daemon=True)
        thread.start()
        try:
            yield
        finally:
            end.set()
            await asyncio.to_thread(thread.join)

    def soon(self) -> None:
        """Report a change from any thread."""
        if self._loop:
            self._loop.call_soon_threadsafe(self.happened)

    def happened(self) -> None:
        self.count += 1
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def end(self) -> None:
        """End the events of all pages."""
        self._over = True
        self.happened()

    async def after(self, count: int) -> int:
        """Return the count of changes once it is over `count`, or the same after BEAT_S."""
        if self.count == count:
            future = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait_for(future, BEAT_S)
            except TimeoutError:
                pass
            finally:
                self._waiting.discard(future)
        return self.count

    async def events(
        self, part: Callable[[], Awaitable[tuple[bytes, str]]]
    ) -> AsyncIterator[bytes]:
        """Yield the events of a page: `part`, a text and its mark, whenever it has changed.

        Ends when that raises UserError: then the page loads again, and gets the reason.
        """
        count, sent = self.count, None
        while not self._over:
            try:
                now = await part()
            except UserError:
                return
            yield b": there\n\n" if now == sent else _event(*now)
            sent = now
            count = await self.after(count)


def _event(text: bytes, mark: str) -> bytes:
    """Return a server-sent event: a line of `data` for each line of the text."""
    lines = b"".join(b"data: " + line + b"\n" for line in text.splitlines())
    return b"id: " + mark.encode() + b"\n" + (lines or b"data:\n") + b"\n"


def _look(club: Club, end: threading.Event, tell: Callable[[], object]) -> None:
    """Report changes, and that the database cannot be reached, until the end."""
    while not end.is_set():
        with contextlib.suppress(UserError), club.looking() as marker:
            seen = marker()
            tell()  # of what changed before it was looked at, as while there was trouble
            _compare(marker, seen, end, tell)
        tell()
        end.wait(AGAIN_S)


def _compare(
    marker: Callable[[], object],
    seen: object,
    end: threading.Event,
    tell: Callable[[], object],
) -> None:
    while not end.wait(LOOK_S):
        now = marker()
        if now != seen:
            seen = now
            tell()


Part = tuple[bytes, str]  # a text, and the versions of what it shows
AGE_S = 1.0  # for which a page is taken for what it was; a change that is seen ends it earlier
_MOST = 100  # pages


class Shared:
    """Makes a page that many read at once for all of them, and again after each change.

    It keeps what `make` makes under a name, which is run in a thread. `clock`: in seconds.
    """

    def __init__(self, changes: Changes, clock: Callable[[], float] = monotonic):
        self._changes = changes
        self._clock = clock
        self._made = dict[str, tuple[int, float, asyncio.Task[Part]]]()

    async def page(self, name: str, make: Callable[[], Part]) -> Part:
        """Return the page. Raise what `make` raises."""
        count, made, task = self._made.get(name, (-1, 0.0, None))
        if task is None or count != self._changes.count or self._clock() - made > AGE_S:
            while len(self._made) >= _MOST:
                del self._made[next(iter(self._made))]
            task = asyncio.create_task(asyncio.to_thread(make))
            self._made.pop(name, None)
            self._made[name] = self._changes.count, self._clock(), task
        return await asyncio.shield(task)
