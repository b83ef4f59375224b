"""Whoever is slow, or comes with many connections, keeps nobody else out."""

import contextlib
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.web.door.gate import SMALL
from scorepad.web.door.patience import LARGEST_HEAD, MOST_WAITING
from scorepad.web.room.routes import MOST_LIVE
from support.web.hasty import BODY_S, HEAD_S, LEAST_RATE, UNREAD_S
from support.web.served import Served, serving, set_password, started

HEAD = "POST /login HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-origin\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server writes to standard error."""
    return tmp_path_factory.mktemp("errors") / "errors"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, errors: Path) -> Iterator[Served]:
    url = "https://scores.example.org"
    file = tmp_path_factory.mktemp("club") / "club.db"
    set_password(file, "Sieben Herzen")
    hasty = [sys.executable, "-m", "support.web.hasty"]
    where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with (
        errors.open("wb") as log,
        started(hasty, "--db", str(file), "--url", url, env=where, stderr=log) as served,
    ):
        served.enter()
        yield served


def connected(served: Served, text: str = "") -> socket.socket:
    """A connection on which this was said."""
    made = socket.create_connection(("127.0.0.1", served.port), timeout=60)
    made.sendall(text.format(host=served.host).encode())
    return made


def answered(made: socket.socket) -> str:
    """All that is answered until the server ends it; "" if that is nothing."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := made.recv(65536):
            found += piece
    return found.decode()


@contextlib.contextmanager
def many(served: Served, number: int, text: str) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(connected(served, text)) for _ in range(number)]


def test_connections_that_ask_nothing_keep_nobody_out(served: Served) -> None:
    begun = ("", "GET /", "GET / HTTP/1.1\r\nHost: {host}\r\nX: ")
    with contextlib.ExitStack() as stack:
        made = [
            stack.enter_context(connected(served, said))
            for said in begun
            for _ in range(MOST_WAITING)
        ]
        for _ in range(20):
            assert served.get("/players").status == 200
        for one in made[-3:]:
            one.sendall(b"x")  # slow, but not quiet
        began = time.monotonic()
        assert answered(made[0]) == "" and answered(made[-1]) == ""
        assert time.monotonic() - began < 15 * HEAD_S


def test_bodies_that_do_not_come_keep_nobody_out(served: Served) -> None:
    with many(served, 300, HEAD + FORM + "Content-Length: 100\r\n\r\npass") as made:
        for _ in range(20):
            assert served.get("/players").status == 200
        # The last one: of many that come at once, the first may have given way to the others.
        assert answered(made[-1]).startswith("HTTP/1.1 408")


def test_who_is_in_may_send_much_as_long_as_it_comes(served: Served) -> None:
    piece, pieces = "x" * int(LEAST_RATE), 8
    form = f"Cookie: {served.cookie}\r\n{FORM}Content-Length: {len(piece) * pieces}\r\n\r\n"
    head = HEAD.replace("/login", "/players")
    with connected(served, head + form) as made:
        for _ in range(pieces):
            time.sleep(BODY_S / 4)  # in all twice as long as there is for a stranger
            made.sendall(piece.encode())
        assert made.recv(100).startswith(b"HTTP/1.1 4")  # there is no such form
    with connected(served, head + form + piece) as made:  # and then nothing more
        assert answered(made).startswith("HTTP/1.1 408")
    with connected(served, head + form) as made:  # without an end, but too slow
        began = time.monotonic()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while time.monotonic() < began + 4 * BODY_S:
                made.sendall(b"x")
                time.sleep(BODY_S / 10)
        assert answered(made).startswith("HTTP/1.1 408") or time.monotonic() < began + 3 * BODY_S


def test_who_does_not_read_an_answer_is_left(served: Served, errors: Path) -> None:
    number, asked = 3000, "GET /static/site.css HTTP/1.1\r\nHost: {host}\r\n\r\n"
    size = len(served.get("/static/site.css").raw)
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", served.port))
        made.sendall(number * asked.format(host=served.host).encode())
        time.sleep(6 * UNREAD_S)  # of which the first part goes until its buffers are full
        assert 0 < len(answered(made)) < number * size / 2
    assert errors.read_text() == ""


def test_readers_that_do_not_read_keep_nobody_out(served: Served) -> None:
    watching = "GET /room.live HTTP/1.1\r\nHost: {host}\r\n\r\n"
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_LIVE):
            made = stack.enter_context(connected(served, watching))
            assert made.recv(100).startswith(b"HTTP/1.1 200")
        assert served.get("/room.live").status == 503
        assert served.get("/room").status == 200
        assert served.get("/players").status == 200


def test_a_large_head_is_refused(served: Served) -> None:
    long = "x" * (2 * LARGEST_HEAD)
    with connected(served, "GET / HTTP/1.1\r\nX: " + long) as made:
        assert answered(made).startswith(("HTTP/1.1 400", "HTTP/1.1 431"))
    assert served.get("/players").status == 200


def test_a_body_that_says_nothing_of_its_length_is_bounded(served: Served) -> None:
    chunk = f"{SMALL:x}\r\n{'x' * SMALL}\r\n"
    with connected(served, HEAD + FORM + "Transfer-Encoding: chunked\r\n\r\n" + chunk) as made:
        made.sendall(chunk.encode())
        assert answered(made).startswith("HTTP/1.1 413")


@pytest.mark.parametrize("length", [str(SMALL + 1), "9" * 30, "-1", "1, 2", "x"])
def test_a_length_that_is_too_large_or_none_is_refused(served: Served, length: str) -> None:
    with connected(served, HEAD + FORM + f"Content-Length: {length}\r\n\r\n") as made:
        assert answered(made).startswith(("HTTP/1.1 413", "HTTP/1.1 400"))


def test_the_log_says_nothing_of_it(tmp_path: Path) -> None:
    errors, file = tmp_path / "errors", tmp_path / "club.db"
    with serving(file, password="Sieben Herzen", errors=errors) as served:
        with connected(served, "nonsense\r\n\r\n") as made:
            assert answered(made).startswith("HTTP/1.1 400")
        with many(served, 5, "GET /evening.live HTTP/1.1\r\nHost: {host}\r\n\r\n"):
            pass
        assert served.enter().status == 200
        head = f"Cookie: {served.cookie}\r\n{FORM}Content-Length: 100\r\n\r\nname=A"
        with many(served, 5, HEAD.replace("/login", "/players") + head):
            assert served.get("/players").status == 200
        assert served.get("/players").status == 200
    assert errors.read_text() == ""
