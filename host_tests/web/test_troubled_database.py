"""The database is locked, gone or full: pages say so, nothing is lost, and all goes on later."""

import html
import re
import resource
import sqlite3
from pathlib import Path

import pytest

from dev.fetching.get_postgresql import Server
from scorepad.cli import main
from scorepad.club.database import looking
from scorepad.club.database.opening import Trouble
from scorepad.club.records.store import Club
from support.databases import dump, new_database, select
from support.web.programs import Program, error, new_token
from support.web.served import NO_PORT, Served, serving, serving_here

FORM = {"form": "club-players-add", "name": "Zoë Lund"}
NAMES = "SELECT name FROM players"
PATIENCE_S = 0.01  # for a database that stays locked as long as a test wants


def alert(body: str) -> str:
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', body)
    assert found, body
    return html.unescape(re.sub(r"<[^>]+>", "", found[1]))


def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    token = new_token(str(file), "Club site")
    with serving_here(file, patience=PATIENCE_S) as served:
        served.enter()
        program = Program(served, token)
        assert program.get("club/settings").status == 200  # from now on it was used today
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        reply = served.post("/players", FORM)
        assert reply.status == 503
        assert "another program" in alert(reply.body)
        refused = program.post("club/settings/set", settings=["number=9"])
        assert refused.status == 503 and error(refused)
        assert refused.headers["retry-after"].isdecimal()
        assert served.get("/players").status == 200  # who only reads need not wait
        assert program.get("club/settings").status == 200
        holder.execute("ROLLBACK")
        assert select(file, NAMES) == []
        assert served.post("/players", FORM).status == 303
        assert program.post("club/settings/set", settings=["number=9"]).status == 200
    assert select(file, NAMES) == [("Zoë Lund",)]


@pytest.mark.full
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with serving(file, NO_PORT) as served:
        served.enter()
        before = dump(file)
        hard = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (4096, hard))
        reply = served.post("/players", FORM)
        assert reply.status == 503
        assert "disk" in alert(reply.body)
        assert dump(file) == before
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert served.post("/players", FORM).status == 303
    assert select(file, NAMES) == [("Zoë Lund",)]


def test_a_file_that_is_no_database_any_more(new: Served) -> None:
    file = Path(new.database)
    assert new.post("/players", FORM).status == 303
    whole = file.read_bytes()
    file.write_bytes(b"no database" * 1000)
    for path in ("/players", "/evening", "/settings"):
        reply = new.get(path)
        assert reply.status == 503, path
        assert str(file) in html.unescape(reply.body)
    file.write_bytes(whole)
    assert "Zoë Lund" in new.get("/players").body


def test_a_look_that_fails_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks again and again goes on after it."""
    monkeypatch.setitem(looking._QUESTIONS, "sqlite", "SELECT * FROM nothing")
    with Club(str(tmp_path / "club.db")) as club:
        club.begin()
        with pytest.raises(Trouble), club.looking() as marker:
            marker()


@pytest.mark.full
def test_a_server_that_stops_and_comes_back(postgresql: Server) -> None:
    with new_database(postgresql) as url:
        Club(url).close()
        with serving_here(url) as served:
            served.enter()
            assert served.post("/players", FORM).status == 303
            postgresql.stop("immediate")
            for _ in range(2):
                reply = served.get("/players")
                assert reply.status == 503
                assert "password" not in reply.body
            postgresql.start()
            assert "Zoë Lund" in served.get("/players").body
            told = served.told("/players")
            next(told)
            assert main(["club", "players", "add", "Ann Reid", "--db", url]) == 0
            assert "Ann Reid" in next(told)
        assert select(url, "SELECT count(*) FROM players") == [(2,)]
