"""Twenty tables play on phones at once: each session comes once, whatever ends meanwhile."""

import contextlib
import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from firmware.opening import opening
from firmware.session import DEAL, Session, fold
from scorepad.club.records.store import Club
from scorepad.simulator.presses import draw
from support.depth import SEED
from support.waiting import wait_until
from support.web.phone_process import PhoneTable, page
from support.web.phones import token
from support.web.served import NO_PORT, Served, serving

pytestmark = pytest.mark.full

TABLES = range(2, 22)  # a new tablet is table 1 already
BOARDS = 4


def evening(table: int) -> Session:
    chance = Random(SEED * 100 + table)
    deals = [(DEAL, board, board, draw(chance)) for board in range(1, BOARDS + 1)]
    return fold([*opening("duplicate", {}, table, 0, 0), *deals])


def kept(database: Path) -> dict[int, list[Session]]:
    found = dict[int, list[Session]]()
    with Club(str(database)) as club:
        for name in club.ids():
            session = club.session(name).session
            found.setdefault(session.table, []).append(session)
    return found


@contextlib.contextmanager
def seated(served: Served, place: Path) -> Iterator[list[PhoneTable]]:
    files = page(place / "page")
    with ThreadPoolExecutor(len(TABLES)) as room:
        begun = [
            room.submit(
                *(PhoneTable, files, place / f"table{table}", served.host),
                *(evening(table), token(served, table)),
            )
            for table in TABLES
        ]
        tables = [future.result() for future in begun]
    yield tables
    for table in tables:
        table.phone.kill()


def play(tables: list[PhoneTable], some: slice) -> None:
    with ThreadPoolExecutor(len(tables)) as room:
        list(room.map(lambda table: table.play(table.steps[some]), tables))


def test_every_session_comes_once(tmp_path: Path) -> None:
    """The server is killed in the middle, and every fourth telephone while it is away."""
    database = tmp_path / "club.db"
    with contextlib.ExitStack() as stack:
        served = stack.enter_context(serving(database, NO_PORT, password="correct horse"))
        tables = stack.enter_context(seated(served, tmp_path))
        play(tables, slice(0, 3))
        served.end(signal.SIGKILL)
        play(tables, slice(3, 4))
        for table in tables[::4]:
            table.restart()
        again = stack.enter_context(serving(database, NO_PORT, "--port", str(served.port)))
        again.enter()
        play(tables, slice(4, None))
        told = [(table, BOARDS) for table in TABLES]
        again.soon("/sessions.json", lambda body: by_table(body) == told)
        wait_until(lambda: [table.shows() for table in tables] == [table.last for table in tables])
    played = {table: [one.deals for one in found] for table, found in kept(database).items()}
    assert played == {table.session.table: [table.session.deals] for table in tables}


def by_table(body: str) -> list[tuple[int, int]]:
    """Each session's table and number of deals; even the totals may be the same at two tables."""
    return sorted((session["table"], session["deals"]) for session in json.loads(body))
