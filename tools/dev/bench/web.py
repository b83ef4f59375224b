"""How soon the pages of an evening follow what comes in: 20 tablets, 200 readers; `make bench`.

The server is a process of its own. Deals come in as `scorepad sync` brings them, by another
program on the same database; what is measured is the time from the end of its transaction until
each reader has the page's new part. Then each page is asked for, again and again.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from dev.bench.figures import Figures, keep, word
from dev.bench.tables import show
from firmware.opening import opening
from firmware.session import DEAL
from firmware.storage import record
from scorepad.club.records.store import Club
from scorepad.simulator.drawing import draw
from scorepad.web.pages.table import PAGES

TABLES, READERS = 20, 200
ROUNDS = 9  # deals of each table, as many as in an hour
PAUSE_S = 0.25  # between two deals of the whole room
LOOK_S = 0.01
TIMES = 5
LONG_MS = 2000  # a page that takes longer is asked once: what it loads for others hardly counts
SEED = 2026
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # from which a session's minutes are counted
TICKS = 100  # of CPU time in a second, as /proc counts them
SETTLED = 0.25  # of the deals, after which the memory is that of a server that runs


@dataclass
class Running:
    """A server. `link`: what opens it."""

    process: "subprocess.Popen[str]"
    link: str

    @property
    def address(self) -> str:
        return self.link.partition("/enter")[0]

    def memory(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def cpu(self) -> float:
        """Seconds that it has worked."""
        counted = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        user, system = counted.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS


@dataclass
class Reader:
    """Somebody who looks at a page. `came`: when each part of it was there."""

    came: list[float] = field(default_factory=list)

    async def read(self, host: str, port: int, path: str, cookie: str) -> None:
        """Until it is told to end."""
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22)
        asked = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\n\r\n"
        writer.write(asked.encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.came.append(time.perf_counter())
        finally:
            writer.close()

    async def after(self, moment: float) -> float:
        """When the first part came that came after that."""
        while self.came[-1] <= moment:
            await asyncio.sleep(LOOK_S)
        return next(at for at in self.came if at > moment)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "club.db")
        with Club(database) as club, running(database) as server:
            figures = asyncio.run(followed(club, server))
    show(keep("web.evening", figures), "web")


@contextmanager
def running(database: str) -> Iterator[Running]:
    """`scorepad serve` at a free port."""
    command = [sys.executable, "-m", "scorepad", "serve", "--no-open", "--port", "0"]
    command += ["--db", database, "/nonexistent"]  # no tablet of this machine
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield Running(process, process.stdout.readline().split()[-1])
        finally:
            process.terminate()


def entered(server: Running) -> tuple[OpenerDirector, str]:
    """A browser that has opened the link, and its cookie."""
    cookies = HTTPCookieProcessor()
    browser = build_opener(cookies)
    browser.open(server.link).read()
    return browser, "; ".join(f"{one.name}={one.value}" for one in cookies.cookiejar)


async def followed(club: Club, server: Running) -> Figures:
    """How soon each reader has each change."""
    _, cookie = entered(server)
    coming = deals()
    await asyncio.to_thread(take, club, coming, TABLES)  # all tables have begun
    async with readers(server, cookie) as reading:
        late, memory = list[float](), list[int]()
        began, worked = time.perf_counter(), server.cpu()
        for _ in range(TABLES * (ROUNDS - 1)):
            before = time.perf_counter()
            await asyncio.to_thread(take, club, coming, 1)
            done = time.perf_counter()
            late += [max(0.0, await one.after(before) - done) for one in reading]
            memory.append(server.memory())
            await asyncio.sleep(PAUSE_S)
        took, cpu = time.perf_counter() - began, server.cpu() - worked
    settled = memory[int(len(memory) * SETTLED)]
    return {
        "update.p50_ms": statistics.median(late) * 1000,
        "update.p95_ms": statistics.quantiles(late, n=20)[-1] * 1000,
        "update.longest_ms": max(late) * 1000,
        "cpu.ratio": cpu / took,
        "memory.bytes": memory[-1],
        "memory.growth_ratio": memory[-1] / settled,
    }


def pages(database: str) -> Figures:
    """How long the server of a club takes for each page, and for each of a session and a player.

    Of several times the median: the first one loads what the others use.
    """
    with running(database) as server:
        browser, _ = entered(server)
        return {f"{name}_ms": asked(browser, server, path) for name, path in _paths(database)}


def _paths(database: str) -> Iterator[tuple[str, str]]:
    yield from ((word(page.path[1:]), page.path) for page in PAGES if page.menu)
    with Club(database) as club:
        session = club.ids()[-1]
    yield from (("session", f"/sessions/{session}"), ("player", "/players/id=1"))


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def asked(browser: OpenerDirector, server: Running, path: str) -> float:
    """Milliseconds until the whole page is there."""
    ask = partial(milliseconds, lambda: browser.open(server.address + path).read())
    first = ask()
    return first if first > LONG_MS else statistics.median(ask() for _ in range(TIMES))


@asynccontextmanager
async def readers(server: Running, cookie: str) -> AsyncIterator[list[Reader]]:
    """All that look at the evening's page, each of whom has it."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    reading = [Reader() for _ in range(READERS)]
    tasks = [
        asyncio.create_task(one.read(host, int(port), "/evening.live", cookie)) for one in reading
    ]
    while not all(one.came for one in reading):
        await asyncio.sleep(PAUSE_S)
    yield reading
    for task in tasks:
        task.cancel()


Taken = tuple[bytes, int, bytes]  # tablet, number, records


def deals() -> Iterator[Taken]:
    """The session of each table in turn, with one deal more each time."""
    chance, now = Random(SEED), datetime.now(UTC)
    begun = int((now - EPOCH).total_seconds() // 60)
    logs = [opening("duplicate", {}, table, 0, begun) for table in range(1, TABLES + 1)]
    for turn in range(1, ROUNDS + 1):
        for table, log in enumerate(logs, 1):
            board = (turn + 2 * table) % ROUNDS + 1
            log.append((DEAL, board, turn, draw(chance)))
            tablet = bytes([2, 0, 0, 0, 1, table])
            key = record.session_key(tablet, 1)
            yield tablet, 1, b"".join(record.pack(key, at, one) for at, one in enumerate(log))


def take(club: Club, coming: Iterator[Taken], count: int) -> None:
    for tablet, number, raw in (next(coming) for _ in range(count)):
        club.take(tablet, number, raw, "port")


if __name__ == "__main__":
    main()
