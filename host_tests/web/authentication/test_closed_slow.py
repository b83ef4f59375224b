"""Whoever is slow, or comes with many connections, keeps nobody else out."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorepad.web.authentication.gate import SMALL, Gate
from scorepad.web.authentication.names import Names
from scorepad.web.authentication.patience import (
    BODY_S,
    CLOSE_S,
    CONTROL_RATE,
    HEAD_S,
    HELLO_S,
    LARGEST_HEAD,
    LEAST_RATE,
    MOST,
    MOST_CONTROL,
    MOST_LIVE,
    MOST_UNFINISHED,
    UNREAD_S,
)
from scorepad.web.tablet import joining
from scorepad.web.tablet import line as web_line
from support.web.instant import (
    FIN,
    PING,
    PONG,
    TEXT,
    Connections,
    frame_of,
    instantly,
    never,
    run,
)
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
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


@pytest.mark.parametrize(("app", "begun"), [(never, WHOLE), (accept, UPGRADE)])
@instantly
async def test_of_too_many_connections_the_one_that_waits_longest_gives_way(app, begun):
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


HALF = (
    b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 20\r\n\r\npassword="
)
IN = HALF.replace(b"Host", b"Cookie: in\r\nHost")
CHUNKED = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
ME, OTHER, ATTACKER = "127.0.0.1", "192.0.2.2", "192.0.2.1"


def addresses(many: bool) -> Iterator[str]:
    """Yield the addresses of a stranger's connections."""
    for number in range(MOST + 100):
        yield f"10.0.{number // 250}.{number % 250}" if many else ATTACKER


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("begun", "slow", "most"),
    [
        *((b"", False, MOST_UNFINISHED), (b"GET /", False, MOST_UNFINISHED)),
        *((HALF, False, MOST_UNFINISHED), (WHOLE, True, MOST_UNFINISHED)),
        *((WHOLE, False, MOST), (UPGRADE, False, MOST)),
    ],
)
@instantly
async def test_a_stranger_with_many_connections_keeps_nobody_out(begun, slow, most, many):
    with Connections(accept, ws="websockets-sansio", ws_ping_interval=None) as server:
        before = [server.open(IN, OTHER)[1], server.open(HALF, ME)[1]]
        taken = []
        for address in addresses(many):
            connection, wire = server.open(begun, address)
            if slow:
                connection.pause_writing()
            await asyncio.sleep(0.001)
            taken.append(wire)
        after = [server.open(WHOLE, ME)[1], server.open(HALF, ME)[1], server.open(IN, OTHER)[1]]
        assert not any(wire.cut for wire in before + after)
        assert most - 4 <= sum(not wire.cut for wire in taken) <= most


@pytest.mark.parametrize("room", ["192.0.2.", "fe80::", "fd00:77::"])
@instantly
async def test_who_has_many_connections_takes_no_place_of_another_address(room: str) -> None:
    with Connections() as server:
        others = [server.open(HALF, f"{room}{number}")[1] for number in range(2, 100)]
        taken = [server.open(HALF, f"{room}1")[1] for _ in range(MOST)]
        assert not any(wire.cut for wire in others)
        assert sum(not wire.cut for wire in taken) == MOST_UNFINISHED - len(others)
        assert not taken[-1].cut


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await Response("")(scope, receive, send)


@instantly
async def test_what_is_no_http_any_more_is_cut_in_the_midst_of_an_answer() -> None:
    with Connections(answer) as server:
        connection, wire = server.open(CHUNKED)
        await asyncio.sleep(0)
        assert wire.written.startswith(b"HTTP/1.1 200")
        connection.data_received(b"no length\r\n")
        assert wire.cut


# ---- WebSockets

HELLO = frame_of(FIN | TEXT, b"hello")
WRONG = (frame_of(PING) * (MOST_CONTROL + 1), frame_of(PONG) * (MOST_CONTROL + 1))
FRAGMENTS = frame_of(TEXT) + frame_of(0) * MOST_CONTROL
NO_TEXT = frame_of(FIN | TEXT, b"\xff")


@contextlib.contextmanager
def linked(app: ASGIApp) -> Iterator[Connections]:
    how = {"ws_ping_interval": web_line.BEAT_S, "ws_ping_timeout": web_line.ANSWER_S}
    with Connections(app, ws="websockets-sansio", **how) as server:
        yield server


@pytest.mark.parametrize("said", [*WRONG, FRAGMENTS, NO_TEXT])
@instantly
async def test_a_websocket_that_says_too_much_about_nothing_is_cut(said, caplog):
    with linked(accept) as server:
        _, wire = server.open(UPGRADE)
        await asyncio.sleep(0)
        wire.protocol.data_received(HELLO)
        wire.protocol.data_received(said[: 20 * 6])  # as many as come in one moment
        assert wire.cut is (said == NO_TEXT)
        wire.protocol.data_received(said[20 * 6 :])
        assert wire.cut
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@instantly
async def test_as_many_pings_as_are_right_are_answered_for_ever() -> None:
    with Connections(accept, ws="websockets-sansio", ws_ping_interval=None) as server:
        _, wire = server.open(UPGRADE)
        await asyncio.sleep(0)
        for _ in range(10):
            wire.protocol.data_received(frame_of(PING) * MOST_CONTROL)
            await asyncio.sleep(MOST_CONTROL / CONTROL_RATE)
        assert not wire.cut and wire.written.count(b"\x8a\x00") == 10 * MOST_CONTROL


@pytest.mark.parametrize(
    "begun",
    [
        UPGRADE.replace(b"\r\n\r\n", b"\r\n" + b"X: x\r\n" * 200 + b"\r\n"),
        UPGRADE.replace(b"Version: 13", b"Version: 12"),
    ],
)
@instantly
async def test_a_handshake_that_is_wrong_is_cut(begun: bytes) -> None:
    with linked(accept) as server:
        _, wire = server.open(begun)
        await asyncio.sleep(CLOSE_S + 1)
        assert wire.cut


@pytest.mark.parametrize("said", [HELLO, frame_of(0x88), frame_of(0x83)])
@instantly
async def test_nobody_speaks_before_a_websocket_is_accepted(said, caplog):
    with linked(accept) as server:
        _, wire = server.open(UPGRADE)
        wire.protocol.data_received(said)
        await asyncio.sleep(0)
        assert wire.cut
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def leave(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": joining.NO_HELLO})


@pytest.mark.parametrize(
    ("app", "seconds"), [(leave, CLOSE_S), (accept, web_line.BEAT_S + web_line.ANSWER_S)]
)
@instantly
async def test_a_websocket_whose_end_nobody_reads_is_cut(app: ASGIApp, seconds: float) -> None:
    with linked(app) as server:
        _, wire = server.open(UPGRADE)
        await asyncio.sleep(seconds - 0.5)
        assert not wire.cut
        await asyncio.sleep(1)
        assert wire.cut


async def admit(scope: Scope, receive: Receive, send: Send) -> None:
    scope["state"]["admit"]()
    await accept(scope, receive, send)


@instantly
async def test_a_tablet_that_has_said_who_it_is_needs_no_place() -> None:
    with Connections(admit, ws="websockets-sansio", ws_ping_interval=None) as server:
        tablet = server.open(UPGRADE, ATTACKER)[1]  # behind the same proxy
        await asyncio.sleep(0)
        for _ in range(MOST + 1):
            server.open(WHOLE, ATTACKER)
        assert not tablet.cut


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


def test_of_too_many_live_pages_one_of_whoever_has_most_is_ended(served: Served) -> None:
    assert served.site
    ended = list[int]()
    for number in range(MOST_LIVE):
        served.site.watching.take(partial(ended.append, number), ATTACKER)
    with served.raw("GET /room.live HTTP/1.1\r\nHost: {host}\r\n\r\n") as another:
        assert another.recv(12) == b"HTTP/1.1 200"
        assert served.get("/room").status == 200
        assert ended == [0]


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
    assert await code_of(silent(asyncio.Event())) == web_line.AGAIN
    assert asyncio.get_running_loop().time() == HELLO_S


@instantly
async def test_of_too_many_silent_lines_the_oldest_gives_way() -> None:
    said, sockets = asyncio.Event(), range(joining.MOST_GREETING + 2)
    lines = [asyncio.create_task(code_of(silent(said))) for _ in sockets]
    await asyncio.wait(lines[:2])
    assert [number for number, line in enumerate(lines) if line.done()] == [0, 1]
    assert asyncio.get_running_loop().time() == 0
    said.set()
    assert await asyncio.gather(*lines) == [web_line.AGAIN] * 2 + [0] * joining.MOST_GREETING


@pytest.mark.parametrize("size", [web_line._WAITING, web_line._WAITING + 5])
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
    assert (codes, len(sent)) == ([web_line.AGAIN], web_line._WAITING)
