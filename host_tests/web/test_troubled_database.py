"""The database is locked, gone or full: pages say so, nothing is lost, and all goes on later."""

import contextlib
import html
import json
import re
import shutil
import signal
import socket
import sqlite3
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from dev.fetching.get_postgresql import Server
from scorepad.cli import main
from scorepad.club.database.opening import Trouble
from scorepad.club.records.store import Club
from scorepad.web.live import changes
from scorepad.web.tablet.line import AGAIN
from support.commands import refused, scorepad
from support.databases import change, new_database, select
from support.web.phones import dialled, hello
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
        reply = program.post("club/settings/set", number="9")
        assert reply.status == 503 and error(reply)
        assert reply.headers["retry-after"].isdecimal()
        assert served.get("/players").status == 200  # who only reads need not wait
        assert program.get("club/settings").status == 200
        holder.execute("ROLLBACK")
        assert select(file, NAMES) == []
        assert served.post("/players", FORM).status == 303
        assert program.post("club/settings/set", number="9").status == 200
    assert select(file, NAMES) == [("Zoë Lund",)]


def test_a_locked_database_ends_the_line_of_a_phone_for_now_only(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with serving_here(file, patience=PATIENCE_S) as served:
        greeting = hello(served, 3, "0e0102030405")
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            with dialled(served) as line, pytest.raises(ConnectionClosed) as closed:
                line.send(json.dumps(greeting))
                line.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == AGAIN


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


def test_a_page_that_stumbles_over_rows_says_so_to_who_is_in(new: Served) -> None:
    row = "INSERT INTO secrets (kind, name, hash, made) VALUES ('table', 'x', '', ?)"
    change(new.database, row, datetime.now(UTC).isoformat(timespec="microseconds"))
    reply = new.get("/evening")
    assert reply.status == 503 and "makes no sense" in reply.body


def test_a_file_that_is_moved_is_gone_until_it_is_back(new, monkeypatch):
    monkeypatch.setattr(changes, "AGAIN_S", 0.01)
    file = Path(new.database)
    moved = file.with_name("moved.db")
    assert new.post("/players", FORM).status == 303
    copy = partial(shutil.copy, moved)  # which is another file
    for name, put_back in (("Ann Reid", moved.rename), ("Bo Ek", copy)):
        file.rename(moved)
        for reply in (new.get("/players"), new.get("/evening"), new.post("/players", FORM)):
            assert reply.status == 503
            assert f"the club's file is gone from {file}" in html.unescape(reply.body)
        assert not file.exists()
        put_back(file)
        told = new.told("/players")
        assert "Zoë Lund" in next(told)
        assert main(["club", "players", "add", name, "--db", str(file)]) == 0
        assert name in next(told)
    assert new.post("/players", {**FORM, "name": "Cem"}).status == 303
    assert len(select(file, NAMES)) == 4 and len(select(moved, NAMES)) == 2


def test_a_look_that_fails_is_trouble(tmp_path: Path) -> None:
    """Whoever looks again and again goes on after it."""
    file = tmp_path / "club.db"
    with Club(str(file)) as club, pytest.raises(Trouble), club.looking() as marker:
        assert marker() == marker()
        file.rename(tmp_path / "moved.db")
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


# ---- how a server begins and ends: clear refusals, and nobody waits at the end


def why(file: Path, *words: str) -> str:
    return refused(scorepad("serve", NO_PORT, "--no-open", "--db", file, *words))


def test_a_port_that_is_in_use(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert why(file, "--port", str(port)).startswith(f"port {port}: Address already in use")
    assert not file.exists()


def test_what_is_no_port_or_address_or_database(tmp_path: Path, new_file: Path) -> None:
    for port in ("-1", "65536", "x"):
        assert "Port" in why(tmp_path / "club.db", f"--port={port}")
    for url in ("scores.example.org", "https://a/b", "ftp://a", "https://u:p@a"):
        assert why(tmp_path / "club.db", "--url", url).startswith(f"--url {url}: ")
    assert "no such folder" in why(tmp_path / "nowhere" / "club.db", "--port", "0")
    club = Path(shutil.copy(new_file, tmp_path))
    assert "scorepad club password" in why(club, "--port", "0", "--lan")


@pytest.mark.parametrize(
    "ending", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.full)]
)
def test_it_ends_while_pages_are_open(tmp_path: Path, ending: signal.Signals) -> None:
    """And says nothing of pages that were closed, of a form that was broken off, of nonsense."""
    errors, file = tmp_path / "errors", tmp_path / "club.db"
    Club(str(file)).close()
    head = "HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
    pages = [f"GET {path} {head}\r\n" for path in ("/evening.live", "/room.live")]
    form = (
        f"POST /players {head}Sec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=A"
    )
    with contextlib.ExitStack() as open_:
        log = open_.enter_context(errors.open("wb"))
        served = open_.enter_context(serving(file, NO_PORT, stderr=log))
        served.enter()
        for said, status in (("nonsense\r\n\r\n", 400), *((page, 200) for page in pages)):
            with served.raw(said) as made:
                assert made.recv(12) == b"HTTP/1.1 %d" % status
        served.raw(form).close()
        for page in pages * 10:
            assert open_.enter_context(served.raw(page)).recv(12) == b"HTTP/1.1 200"
        assert served.end(ending) in (0, -ending)
    assert errors.read_text() == ""
