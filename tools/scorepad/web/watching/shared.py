"""Pages that many read at once are made once for all of them after each change."""

import asyncio
from collections.abc import Callable
from time import monotonic

from scorepad.web.watching.changes import Changes

Part = tuple[bytes, str]  # a text, and its digest
AGE_S = 1.0  # for which a page is taken for what it was; a change that is seen ends it earlier
_MOST = 100  # pages


class Shared:
    """Keeps what `make` makes under a name, which is run in a thread. `clock`: in seconds."""

    def __init__(self, changes: Changes, clock: Callable[[], float] = monotonic):
        self._changes = changes
        self._clock = clock
        self._made = dict[str, tuple[int, float, asyncio.Task[Part]]]()

    async def page(self, name: str, make: Callable[[], Part]) -> Part:
        """The page. Raises what `make` raises."""
        count, made, task = self._made.get(name, (-1, 0.0, None))
        if task is None or count != self._changes.count or self._clock() - made > AGE_S:
            while len(self._made) >= _MOST:
                del self._made[next(iter(self._made))]
            task = asyncio.create_task(asyncio.to_thread(make))
            self._made.pop(name, None)
            self._made[name] = self._changes.count, self._clock(), task
        return await asyncio.shield(task)
