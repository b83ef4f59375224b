"""Tablets are synced as they are plugged in, each in a thread of its own."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from scorepad.sync import Summary

AGAIN_S = 0.5  # between two looks at the ports
ATTEMPTS = 4  # at a port that has just come: who may use it is settled a moment later
_AT_ONCE = 32  # tablets; more wait for their turn


def watch(
    ports: Callable[[], set[str]],
    sync: Callable[[str], Summary],
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Summary]:
    """What each sync has done, as it ends, until somebody interrupts it (Ctrl-C).

    `ports`: those that are there now. One is synced when it comes, and again when it was gone
    and comes back. What has begun by the end is finished.
    """
    there = set[str]()
    running: list[Future[Summary]] = []
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        try:
            while True:
                before, there = there, ports()
                come = sorted(there - before)
                running += [threads.submit(_sync, port, sync, sleep) for port in come]
                ended = [future for future in running if future.done()]
                running = [future for future in running if future not in ended]
                yield from (future.result() for future in ended)
                sleep(AGAIN_S)
        except KeyboardInterrupt:
            yield from (future.result() for future in running)


def _sync(port: str, sync: Callable[[str], Summary], sleep: Callable[[float], None]) -> Summary:
    """A port that cannot be used yet is tried again."""
    for _ in range(ATTEMPTS - 1):
        summary = sync(port)
        if summary.found or not summary.trouble:
            return summary
        sleep(AGAIN_S)
    return sync(port)
