"""Tablets are synced as they are plugged in, each in a thread of its own."""

import contextlib
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from math import inf

from scorepad.club.records.phone_bounds import PHONE
from scorepad.tablet.sync import Summary

AGAIN_S = 0.5  # between two looks at the ports
NEXT_S = 5.0  # after a sync until the next one of a tablet that stays
PAUSE_S = 0.2  # the same of one that has news: what says so without end has not all the time
ATTEMPTS = 4  # at a port that has just come: who may use it is settled a moment later
LAST_S = 0.6  # what still runs after Ctrl-C may take so long; a cable asks no more then
_MOST = 32  # tablets with a cable, and as many phones; more wait for their turn
_MOST_OF_TABLE = 2  # phones, of these
_LOOK_S = 0.1  # on Windows Ctrl-C is seen only between two looks


class ParallelJobs:
    """Runs each job in its own thread; the end of the program does not wait for them.

    `end`: is set when they are to send no more requests; `now`: the clock, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._ended = queue.SimpleQueue[Summary | BaseException]()
        self._cables, self._phones = threading.Semaphore(_MOST), threading.Semaphore(_MOST)
        self._tables = defaultdict[str, threading.Semaphore](
            partial(threading.Semaphore, _MOST_OF_TABLE)
        )
        self._running = 0
        self.end = threading.Event()

    def begin(self, work: Callable[[], Summary], port: str = "") -> None:
        """Start a job at a port, as soon as it is its turn.

        Cables and phones do not wait for each other, nor phones for many of another table.
        """
        self._running += 1
        turns = [self._cables]
        if port.startswith(PHONE):
            turns = [self._tables[port.partition("/")[0]], self._phones]
        threading.Thread(target=self._run, args=(work, turns), daemon=True).start()

    def _run(self, work: Callable[[], Summary], turns: list[threading.Semaphore]) -> None:
        with contextlib.ExitStack() as stack:
            for turn in turns:
                stack.enter_context(turn)
            try:
                self._ended.put(work())
            except BaseException as error:  # of the program: it is raised where it is seen
                self._ended.put(error)

    def ended(self, seconds: float = 1e9) -> Iterator[Summary]:
        """Yield the summaries of ended jobs, until all have ended or the time is over."""
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


def watch(
    ports: Callable[[], set[str]],
    sync: Callable[[str], Summary],
    sleep: Callable[[float], None] = time.sleep,
    stay: bool = False,
    news: Callable[[], set[str]] = set,
    rest: Callable[[float], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
    work: ParallelJobs | None = None,
) -> Iterator[Summary]:
    """Yield the summary of each sync as it ends, until Ctrl-C.

    `ports`: returns those that are present. A port is synced when it appears, and each time it
    reappears; with `stay` also while a tablet stays there, NEXT_S after each sync, or as soon as
    it is among `news`: the ports that have reported news since the last call. A port that may not
    be used is tried again until it may, and is reported once: a program that looks for modems has
    each new port for some 10 s. `rest`: instead of `sleep` between two looks; it may end as soon
    as there is something to see. `clock`: in seconds; `work`: runs the syncs. At the end running
    syncs stop after the current request; the next sync continues there.
    """
    there, shut = set[str](), set[str]()
    due = dict[str, float]()
    work, early = work or ParallelJobs(clock), set[str]()
    try:
        while True:
            before, there = there, ports()
            due = {port: at for port, at in due.items() if port in there}
            shut &= there
            early = (early | news()) & there
            now = clock()
            again = {port for port, at in due.items() if at <= now}
            again |= {port for port in early if due.get(port, inf) - NEXT_S + PAUSE_S <= now}
            early -= again  # one that is being synced is synced once more
            for port in sorted(there - before | again):
                due.pop(port, None)
                work.begin(partial(_sync, port, sync, sleep, work.end), port)
            for summary in work.ended(0):
                if summary.shut or (stay and summary.found):
                    due[summary.port] = clock() + NEXT_S
                if not summary.shut or summary.port not in shut:
                    yield summary
                shut = shut | {summary.port} if summary.shut else shut - {summary.port}
            (rest or sleep)(AGAIN_S)
    except KeyboardInterrupt:
        work.end.set()
        yield from (summary for summary in work.ended(LAST_S) if summary.found)


def _sync(
    port: str,
    sync: Callable[[str], Summary],
    sleep: Callable[[float], None],
    end: threading.Event,
) -> Summary:
    """Sync a port; try an unusable one again, a silent one once: each time takes 5 s."""
    for attempt in range(1, ATTEMPTS):
        summary = sync(port)
        if summary.found or end.is_set() or (summary.silent and attempt > 1):
            return summary
        sleep(AGAIN_S)
    return sync(port)
