"""How soon a deal that was saved on a phone is on the director's page; `make bench`.

20 tables play duplicate at once, each on a process that runs what a page runs in its Worker, with
the sync engine of one server that is a process, too. They share the machine's cores with it, and
play some 70 times as fast as people do.
"""

import http.client
import re
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

from dev.bench.figures import Figures, keep
from dev.bench.tables import show
from dev.bench.web import Running, entered, running
from dev.emulators.phone import PhoneTable, page
from firmware.opening import opening
from firmware.session import DEAL, Session, fold
from scorepad.club import codes, password
from scorepad.club.records.store import Club
from scorepad.simulator.drawing import draw
from scorepad.web.door import table_links

TABLES = range(2, 22)
BOARDS = 12
PACE_S = (3.0, 7.0)  # between two deals of a table
SETTLE_S = 5.0  # for the last deal to come
SEED = 2026
_ROW = re.compile(r'data-head="Table">(\d+)<.*?data-head="Result">(.*?)</td>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_BOARDS = re.compile(r"\d+")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "club.db")
        with Club(database) as club:
            club.begin()
            club.write(partial(password.keep, kept=password.hashed("correct horse")))
            now = datetime.now(UTC)
            club.write(partial(codes.give_out, now=now))
            given = club.read(partial(codes.find_codes, now=now))
            assert given
        with running(database) as server:
            figures = played(server, Path(folder), given.key)
        with Club(database) as club:
            sessions = [club.session(name).session for name in club.ids()]
    wanted = [evening(table) for table in TABLES]
    sessions.sort(key=lambda one: one.table)
    if [one.deals for one in sessions] != [one.deals for one in wanted]:
        sys.exit("what was played is not what the club has")
    show(keep("web.phones", figures), "phones")


def evening(table: int) -> Session:
    """What a table plays."""
    chance = Random(SEED + table)
    deals = [(DEAL, board, board, draw(chance)) for board in range(1, BOARDS + 1)]
    return fold([*opening("duplicate", {}, table, 0, 0), *deals])


def played(server: Running, folder: Path, key: str) -> Figures:
    """The evening, and how soon each of its deals was on the page."""
    files, seen = page(folder / "page"), Seen(server)
    with ThreadPoolExecutor(len(TABLES)) as room:
        tables = list(room.map(partial(_seated, server, folder, files, key), TABLES))
        began, worked = time.perf_counter(), server.cpu()
        list(room.map(_play, tables))
        took, cpu = time.perf_counter() - began, server.cpu() - worked
    time.sleep(SETTLE_S)
    for one in tables:
        one.phone.kill()
    late = [moment for one in tables for moment in _late(one, seen.stands[one.session.table])]
    return {
        "update.p50_ms": statistics.median(late) * 1000,
        "update.p95_ms": statistics.quantiles(late, n=20)[-1] * 1000,
        "update.longest_ms": max(late) * 1000,
        "cpu.ratio": cpu / took,
        "played.deals": len(TABLES) * BOARDS,
        "played.deals_a_second": len(TABLES) * BOARDS / took,
        "memory.bytes": server.memory(),
    }


def _seated(server: Running, folder: Path, files: Path, key: str, table: int) -> PhoneTable:
    host, token = server.address.removeprefix("http://"), table_links.token(key, table)
    return PhoneTable(files, folder / f"table{table}", host, evening(table), token)


def _play(table: PhoneTable) -> None:
    chance = Random(table.session.table)
    for step in table.steps:
        table.play([step])
        held = sum(milliseconds for milliseconds, _ in step.holds) / 1000
        time.sleep(held + chance.uniform(*PACE_S))


def _late(table: PhoneTable, seen: list[tuple[float, int]]) -> Iterator[float]:
    """Yield for each deal the seconds from when it was saved until it was seen.

    Two deals may come on the page at once.
    """
    for count, saved in enumerate(table.phone.saved[-BOARDS:], 1):
        yield next(at for at, boards in seen if boards >= count) - saved


class Seen:
    """Somebody has the page of all sessions open. `stands`: by table, what it showed when."""

    def __init__(self, server: Running):
        self.stands = defaultdict[int, list[tuple[float, int]]](list)
        _, cookie = entered(server)
        host = server.address.removeprefix("http://")
        self._connection = http.client.HTTPConnection(host)
        self._connection.request("GET", "/sessions.live", headers={"Cookie": cookie})
        self._reply = self._connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        part = ""
        for line in self._reply:
            part += line.decode().removeprefix("data: ")
            if line == b"\n":
                self._note(part, time.time())
                part = ""

    def _note(self, part: str, now: float) -> None:
        for table, result in _ROW.findall(part):
            boards = _BOARDS.search(_TAG.sub("", result))
            self.stands[int(table)].append((now, int(boards[0]) if boards else 0))


if __name__ == "__main__":
    main()
