"""How `scorepad serve` begins and ends: clear refusals, and nobody waits at the end."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.club.database.today import VERSION_TABLE
from scorepad.club.records.store import Club
from support.databases import change
from support.web.served import serving

HTTP = 80
FIRST_FREE = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
ADD = {"form": "club-players-add", "name": "Zoë Lund"}


def refused(*words: str, run: tuple[str, ...] = ()) -> str:
    """Why it does not begin, in one line."""
    done = subprocess.run(
        [*run, sys.executable, "-m", "scorepad", "serve", "--no-open", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_a_port_that_is_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--db", str(tmp_path / "club.db"))
    assert said == f"port {port}: Address already in use; take another one with --port"


def test_a_port_that_is_not_allowed(tmp_path: Path) -> None:
    if not FIRST_FREE.exists() or int(FIRST_FREE.read_text()) <= HTTP:
        return  # everybody may have it here
    less = "-net_bind_service"  # what root can and others cannot
    run = ("setpriv", f"--bounding-set={less}", f"--inh-caps={less}")
    file = tmp_path / "club.db"
    said = refused("--port", str(HTTP), "--db", str(file), run=run if os.geteuid() == 0 else ())
    assert said == f"port {HTTP}: Permission denied; take another one with --port"
    assert not file.exists()


@pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
def test_what_is_no_port(port: str) -> None:
    assert "--port" in refused(f"--port={port}")


@pytest.mark.parametrize("url", ["scores.example.org", "https://a/b", "ftp://a", "https://u:p@a"])
def test_what_is_no_address_of_a_site(url: str, tmp_path: Path) -> None:
    assert "like https://scores" in refused("--url", url, "--db", str(tmp_path / "club.db"))


def test_a_database_in_no_folder(tmp_path: Path) -> None:
    said = refused("--port", "0", "--db", str(tmp_path / "nowhere" / "club.db"))
    assert "there is no such folder" in said


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = str(tmp_path / "club.db")
    Club(file).close()
    change(file, f"UPDATE {VERSION_TABLE} SET version_num = '99'")
    assert "a newer scorepad made it" in refused("--port", "0", "--db", file)


def test_a_database_that_somebody_locks(tmp_path: Path) -> None:
    file = str(tmp_path / "club.db")
    Club(file).close()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "another program is writing to it" in refused("--port", "0", "--db", file)


def test_two_servers_have_one_database(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with serving(file) as one, serving(file) as other:
        one.enter()
        other.enter()
        assert one.post("/players", ADD).status == 303
        assert other.shows("/players", "Zoë Lund")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_while_pages_are_open(tmp_path: Path, ending: signal.Signals) -> None:
    errors = tmp_path / "errors"
    with serving(tmp_path / "club.db", errors=errors) as served, contextlib.ExitStack() as open_:
        served.enter()
        for path in ["/evening.live", "/room.live"] * 10:
            page = open_.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            head = f"GET {path} HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\n\r\n"
            page.sendall(head.encode())
            assert page.recv(12) == b"HTTP/1.1 200"
        served.process.send_signal(ending)
        assert served.process.wait(timeout=30) in (0, -ending)
    assert "Traceback" not in errors.read_text()
