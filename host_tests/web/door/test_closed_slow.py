"""Whoever is slow, or comes with many connections, keeps nobody else out."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorepad.web.door.gate import SMALL, Gate
from scorepad.web.door.names import Names
from scorepad.web.door.patience import (
    BODY_S,
    HEAD_S,
    HELLO_S,
    LARGEST_HEAD,
    LEAST_RATE,
    MOST_UNFINISHED,
    UNREAD_S,
)
from scorepad.web.room.routes import MOST_LIVE
from scorepad.web.tablet import joining
from support.web.instant import Connections, instantly, never, run
from support.web.served import Served, serving_here

HEAD = "POST /login HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-origin\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
URL = "https://scores.example.org"
WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
UPGRADE = (
    b"GET /tablet/link HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize("begun", [b"", b"GET /", WHOLE[:-2]])
@instantly
async def test_a_connection_that_asks_nothing_is_closed(begun: bytes) -> None:
    with Connections() as server:
        slow, wire = server.open(begun)
        await asyncio.sleep(HEAD_S - 1)
        if begun:
            slow.data_received(b"x")  # slow, but not quiet
        assert not wire.cut
        await asyncio.sleep(2)
        assert wire.cut


async def accept(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


@pytest.mark.parametrize(("app", "begun"), [(never, WHOLE), (accept, UPGRADE)])
@instantly
async def test_of_too_many_connections_the_one_that_waits_longest_gives_way(
    app: ASGIApp, begun: bytes
) -> None:
    """One that is being answered stays, however long that takes, and so does a tablet's line."""
    with Connections(app, ws="websockets-sansio", ws_ping_interval=None) as server:
        wires = [server.open(begun)[1]]
        await asyncio.sleep(10 * HEAD_S)
        for _ in range(MOST_UNFINISHED + 1):
            await asyncio.sleep(0.001)
            wires.append(server.open()[1])
        assert [wire.cut for wire in wires[:3]] == [False, True, False]
        assert sum(wire.cut for wire in wires) == 1
        await asyncio.sleep(2 * HEAD_S)
        assert [wire.cut for wire in wires[:3]] == [False, True, True]


@instantly
async def test_who_does_not_read_an_answer_is_left() -> None:
    with Connections() as server:
        reader, wire = server.open(WHOLE)
        reader.pause_writing()
        await asyncio.sleep(UNREAD_S - 1)
        reader.resume_writing()
        await asyncio.sleep(2)
        assert not wire.cut
        reader.pause_writing()
        await asyncio.sleep(UNREAD_S + 1)
        assert wire.cut


def sent(
    pieces: int, size: int, every: float, known: bool, most: int = 10**9
) -> tuple[int, float]:
    """Send a form in pieces; return the status of the answer, and when it came."""

    async def read(scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()
        await Response()(scope, receive, send)

    async def send_form() -> tuple[int, float]:
        left = pieces
        statuses = []

        async def receive() -> Message:
            nonlocal left
            left -= 1
            await asyncio.sleep(every)
            return {"type": "http.request", "body": b"x" * size, "more_body": left > 0}

        async def send(message: Message) -> None:
            statuses.append(message.get("status"))

        headers = [(b"host", b"127.0.0.1:8000"), (b"sec-fetch-site", b"same-origin")]
        scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/", "headers": headers}
        gate = Gate(read, Names(8000), lambda scope: known, most, {})
        await gate(scope, receive, send)
        return statuses[0], asyncio.get_running_loop().time()

    return run(send_form())


def test_the_body_of_a_stranger_has_to_come_soon() -> None:
    assert sent(3, 100, BODY_S / 4, known=False)[0] == 200
    assert sent(5, 100, BODY_S / 4, known=False) == (408, BODY_S)


def test_who_is_in_may_send_much_as_long_as_it_comes() -> None:
    enough = int(LEAST_RATE * BODY_S)
    assert sent(5, enough, BODY_S * 0.9, known=True)[0] == 200
    assert sent(1, enough, BODY_S * 1.1, known=True) == (408, BODY_S)
    status, ended = sent(1000, 1, BODY_S / 10, known=True)  # without an end, but too slow
    assert status == 408 and ended < BODY_S + 1


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    with serving_here(club_file, url=URL, password="Sieben Herzen") as served:
        yield served


def answered(made: socket.socket) -> str:
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := made.recv(65536):
            found += piece
    return found.decode()


def test_readers_that_do_not_read_keep_nobody_out(served: Served) -> None:
    assert served.site
    served.site.watching += MOST_LIVE - 1
    try:
        watching = "GET /room.live HTTP/1.1\r\nHost: {host}\r\n\r\n"
        with served.raw(watching) as last:
            assert last.recv(12) == b"HTTP/1.1 200"
            with served.raw(watching) as another:
                assert another.recv(12) == b"HTTP/1.1 503"
            assert served.get("/room").status == 200
    finally:
        served.site.watching -= MOST_LIVE - 1


def test_a_large_head_is_refused(served: Served) -> None:
    with served.raw("GET / HTTP/1.1\r\nX: " + "x" * (2 * LARGEST_HEAD)) as made:
        assert answered(made).startswith(("HTTP/1.1 400", "HTTP/1.1 431"))


def test_a_body_that_says_nothing_of_its_length_is_bounded(served: Served) -> None:
    assert [sent(n, 500, 0, known=True, most=1000)[0] for n in (2, 3)] == [200, 413]
    chunk = f"{SMALL:x}\r\n{'x' * SMALL}\r\n"
    with served.raw(HEAD + FORM + "Transfer-Encoding: chunked\r\n\r\n" + chunk) as made:
        made.sendall(chunk.encode())
        assert answered(made).startswith("HTTP/1.1 413")


@pytest.mark.slow
def test_a_length_that_is_too_large_or_none_is_refused(served: Served) -> None:
    for length in (str(SMALL + 1), "9" * 30, "-1", "1, 2", "x"):
        with served.raw(HEAD + FORM + f"Content-Length: {length}\r\n\r\n") as made:
            assert answered(made).startswith(("HTTP/1.1 413", "HTTP/1.1 400")), length


# ---- a tablet's page that does not say who it is in time, or gives way, may come back by itself


def silent(said: asyncio.Event) -> Any:
    """Return a WebSocket on which nothing is said before an event."""

    async def receive_text() -> str:
        await said.wait()
        return "{}"

    return SimpleNamespace(receive_text=receive_text, client=None)


async def code_of(socket: Any) -> int:
    """Return the code with which a line that says nothing ends; 0 if it is let in."""
    try:
        await joining._hello(socket)
    except joining._NotIn as refused:
        return refused.code
    return 0


@instantly
async def test_a_silent_line_ends_after_a_while() -> None:
    assert await code_of(silent(asyncio.Event())) == joining.AGAIN
    assert asyncio.get_running_loop().time() == HELLO_S


@instantly
async def test_of_too_many_silent_lines_the_oldest_gives_way() -> None:
    said, sockets = asyncio.Event(), range(joining.MOST_GREETING + 2)
    lines = [asyncio.create_task(code_of(silent(said))) for _ in sockets]
    await asyncio.wait(lines[:2])
    assert [number for number, line in enumerate(lines) if line.done()] == [0, 1]
    assert asyncio.get_running_loop().time() == 0
    said.set()
    assert await asyncio.gather(*lines) == [joining.AGAIN] * 2 + [0] * joining.MOST_GREETING


@pytest.mark.parametrize("size", [joining._WAITING, joining._WAITING + 5])
@instantly
async def test_the_end_of_a_line_is_sent_behind_however_much(size: int) -> None:
    """A page that reads nothing is let go, as soon as it has read what waits for it."""
    reads, gone = asyncio.Event(), asyncio.Event()
    sent, codes, phones = list[bytes](), list[int](), list[Any]()

    async def receive() -> dict[str, object]:
        await gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_bytes(part: bytes) -> None:
        await reads.wait()
        sent.append(part)

    async def close(code: int) -> None:
        codes.append(code)
        gone.set()

    socket: Any = SimpleNamespace(receive=receive, send_bytes=send_bytes, close=close)
    site: Any = SimpleNamespace(phones=SimpleNamespace(join=phones.append, leave=phones.remove))
    carried: Any = joining._carry(socket, site, lambda line: line)  # type: ignore[arg-type,return-value]
    line = asyncio.create_task(carried)
    await asyncio.sleep(0)
    for _ in range(size):
        phones[0].write(b"x")
    phones[0].end()
    await asyncio.sleep(0)
    reads.set()
    await asyncio.wait_for(line, 60)  # of a clock that jumps: it fails at once if it never ends
    assert (codes, len(sent)) == ([joining.AGAIN], joining._WAITING)
