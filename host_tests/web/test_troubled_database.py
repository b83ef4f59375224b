"""The database is locked, gone or full: pages say so, nothing is lost, and all goes on later."""

import contextlib
import html
import re
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dev.fetching.get_postgresql import Server
from scorepad.club.records.store import Club
from support.databases import dump, new_database, select
from support.web import evening
from support.web.served import NO_PORT, Served, serving

FORM = {"form": "club-players-add", "name": "Zoë Lund"}
NAMES = "SELECT name FROM players"
PATIENCE_S = 60


@contextlib.contextmanager
def served_at(database: Path | str) -> Iterator[Served]:
    with serving(database, NO_PORT) as served:
        served.enter()
        yield served


def alert(body: str) -> str:
    """Why a page refuses."""
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', body)
    assert found, body
    return html.unescape(re.sub(r"<[^>]+>", "", found[1]))


def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with served_at(file) as served:
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        reply = served.post("/players", FORM)
        assert reply.status == 503
        assert "another program" in alert(reply.body)
        assert served.get("/players").status == 200  # who only reads need not wait
        holder.execute("ROLLBACK")
        assert select(file, NAMES) == []
        assert served.post("/players", FORM).status == 303
    assert select(file, NAMES) == [("Zoë Lund",)]


@pytest.mark.full
def test_tablets_wait_until_the_database_is_free(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with evening.played(tmp_path) as tablets, serving(file, *evening.ports(tmp_path)) as served:
        served.enter()
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with evening.plugged(tmp_path, tablets):
            until(lambda: served.get("/evening").body.count("another program") == len(tablets))
            holder.execute("ROLLBACK")
            until(lambda: select(file, "SELECT count(*) FROM sessions") == [(3,)])


def until(happened: Callable[[], bool]) -> None:
    """Waits for it."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with served_at(file) as served:
        before = dump(file)
        hard = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (4096, hard))
        reply = served.post("/players", FORM)
        assert reply.status == 503
        assert "disk" in alert(reply.body)
        assert dump(file) == before
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert served.post("/players", FORM).status == 303
    assert select(file, NAMES) == [("Zoë Lund",)]


def test_a_file_that_is_no_database_any_more(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with served_at(file) as served:
        assert served.post("/players", FORM).status == 303
        whole = file.read_bytes()
        file.write_bytes(b"no database" * 1000)
        for path in ("/players", "/evening", "/settings"):
            reply = served.get(path)
            assert reply.status == 503, path
            assert str(file) in html.unescape(reply.body)
        file.write_bytes(whole)
        assert "Zoë Lund" in served.get("/players").body


def test_a_server_that_stops_and_comes_back(postgresql: Server) -> None:
    with new_database(postgresql) as url:
        Club(url).close()
        with served_at(url) as served:
            assert served.post("/players", FORM).status == 303
            postgresql.stop("immediate")
            for _ in range(2):
                reply = served.get("/players")
                assert reply.status == 503
                assert "password" not in reply.body
            postgresql.start()
            assert "Zoë Lund" in served.get("/players").body
            assert served.post("/players", {**FORM, "name": "Ann Reid"}).status == 303
        assert select(url, "SELECT count(*) FROM players") == [(2,)]
