"""Tablets are synced as they are plugged in, each in a thread of its own."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf

from scorepad.tablet.at_once import LAST_S, AtOnce
from scorepad.tablet.cable import told_to_end
from scorepad.tablet.sync import Summary

AGAIN_S = 0.5  # between two looks at the ports
NEXT_S = 5.0  # after a sync until the next one of a tablet that stays
PAUSE_S = 0.2  # the same of one that has news: what says so without end has not all the time
ATTEMPTS = 4  # at a port that has just come: who may use it is settled a moment later


def watch(
    ports: Callable[[], set[str]],
    sync: Callable[[str], Summary],
    sleep: Callable[[float], None] = time.sleep,
    stay: bool = False,
    news: Callable[[], set[str]] = set,
    rest: Callable[[float], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
    work: AtOnce | None = None,
) -> Iterator[Summary]:
    """What each sync has done, as it ends, until somebody interrupts it (Ctrl-C).

    `ports`: those that are there now. One is synced when it comes, and again when it was gone
    and comes back; with `stay` also while a tablet stays there, NEXT_S after each sync, or as soon
    as it is among `news`: those that have said, since that was asked last, that they have any.
    A port that may not be used is tried again until it may, and is reported once: a program that
    looks for modems has each new port for some 10 s.
    `rest`: in place of `sleep` between two looks; it may end as soon as there is something to see.
    `clock`: in seconds; `work`: runs the syncs.
    What has begun by the end is broken off after the question that is being asked; the next sync
    goes on from there.
    """
    there, shut = set[str](), set[str]()
    due = dict[str, float]()
    work, early = work or AtOnce(clock), set[str]()
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
                work.begin(partial(_sync, port, sync, sleep))
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


def _sync(port: str, sync: Callable[[str], Summary], sleep: Callable[[float], None]) -> Summary:
    """A port that cannot be used yet is tried again, a silent one once: each time takes 5 s."""
    for attempt in range(1, ATTEMPTS):
        summary = sync(port)
        if summary.found or told_to_end.get().is_set() or (summary.silent and attempt > 1):
            return summary
        sleep(AGAIN_S)
    return sync(port)
