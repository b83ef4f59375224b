"""How `scorepad serve` begins and ends: clear refusals, and nobody waits at the end."""

import contextlib
import signal
import socket
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support.commands import refused, scorepad
from support.web.served import NO_PORT, serving


def why(file: Path, *words: str) -> str:
    return refused(scorepad("serve", NO_PORT, "--no-open", "--db", file, *words))


def test_a_port_that_is_in_use(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert why(file, "--port", str(port)).startswith(f"port {port}: Address already in use")
    assert not file.exists()


def test_what_is_no_port_or_address_or_database(tmp_path: Path) -> None:
    for port in ("-1", "65536", "x", ""):
        assert "--port" in why(tmp_path / "club.db", f"--port={port}")
    for url in ("scores.example.org", "https://a/b", "ftp://a", "https://u:p@a"):
        assert why(tmp_path / "club.db", "--url", url).startswith(f"--url {url}: ")
    assert "no such folder" in why(tmp_path / "nowhere" / "club.db", "--port", "0")


@pytest.mark.parametrize(
    "ending", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.full)]
)
def test_it_ends_while_pages_are_open(tmp_path: Path, ending: signal.Signals) -> None:
    errors, file = tmp_path / "errors", tmp_path / "club.db"
    Club(str(file)).close()
    with serving(file, NO_PORT, errors=errors) as served, contextlib.ExitStack() as open_:
        served.enter()
        for path in ["/evening.live", "/room.live"] * 10:
            page = open_.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            head = f"GET {path} HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\n\r\n"
            page.sendall(head.encode())
            assert page.recv(12) == b"HTTP/1.1 200"
        assert served.end(ending) in (0, -ending)
    assert errors.read_text() == ""
