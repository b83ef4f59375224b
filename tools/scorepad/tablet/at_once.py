"""Work on several tablets at the same time, which nobody has to wait for at the end."""

import queue
import threading
import time
from collections.abc import Callable, Iterator

from scorepad.tablet.cable import told_to_end
from scorepad.tablet.sync import Summary

LAST_S = 0.6  # what still runs after Ctrl-C may take so long; a cable asks no more then
_MOST = 32  # tablets; more wait for their turn
_LOOK_S = 0.1  # on Windows Ctrl-C is seen only between two looks


class AtOnce:
    """Each work has a thread of its own, which the end of the program does not wait for.

    `end`: when it is set, their cables ask nothing more; `now`: the clock, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._ended = queue.SimpleQueue[Summary | BaseException]()
        self._turn = threading.BoundedSemaphore(_MOST)
        self._running = 0
        self.end = threading.Event()

    def begin(self, work: Callable[[], Summary]) -> None:
        """Begins a work, as soon as it is its turn."""
        self._running += 1
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[], Summary]) -> None:
        told_to_end.set(self.end)
        with self._turn:
            try:
                self._ended.put(work())
            except BaseException as error:  # of the program: it is raised where it is seen
                self._ended.put(error)

    def ended(self, seconds: float = 1e9) -> Iterator[Summary]:
        """What has ended, one by one, until everything has, or so much time is over."""
        end = self._now() + seconds
        while self._running:
            try:
                found = self._ended.get(timeout=_LOOK_S if seconds else 0)
            except queue.Empty:
                if self._now() >= end:
                    return
                continue
            self._running -= 1
            if isinstance(found, BaseException):
                raise found
            yield found
