"""A page that does not say who it is in time, or gives way to others, may come back by itself."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from scorepad.web.door.patience import HEAD_S, HELLO_S, MOST_WAITING
from scorepad.web.tablet import joining
from support.web.instant import Connections, instantly


def silent() -> tuple[Any, asyncio.Event]:
    """Return a WebSocket on which nothing is said before an event, and that."""
    said = asyncio.Event()

    async def receive_text() -> str:
        await said.wait()
        return "{}"

    return SimpleNamespace(receive_text=receive_text), said


async def code_of(socket: Any) -> int:
    """Return the code with which a line that says nothing ends; 0 if it is let in."""
    try:
        await joining._hello(socket)
    except joining._NotIn as refused:
        return refused.code
    return 0


@instantly
async def test_a_silent_line_ends_after_a_while() -> None:
    assert await code_of(silent()[0]) == joining.AGAIN
    assert asyncio.get_running_loop().time() == HELLO_S


@instantly
async def test_of_too_many_silent_lines_the_oldest_gives_way() -> None:
    sockets = [silent() for _ in range(joining.MOST_GREETING + 2)]
    lines = [asyncio.create_task(code_of(socket)) for socket, _ in sockets]
    await asyncio.wait(lines[:2])
    assert [number for number, line in enumerate(lines) if line.done()] == [0, 1]
    assert asyncio.get_running_loop().time() == 0
    for _, said in sockets:
        said.set()
    assert await asyncio.gather(*lines) == [joining.AGAIN] * 2 + [0] * joining.MOST_GREETING


UPGRADE = (
    b"GET /tablet/link HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def accept(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


@instantly
async def test_a_line_stays_where_connections_that_ask_nothing_are_closed() -> None:
    with Connections(accept, ws="websockets-sansio", ws_ping_interval=None) as server:
        wires = [server.open(UPGRADE)[1]]
        for _ in range(MOST_WAITING + 1):
            await asyncio.sleep(0.001)
            wires.append(server.open()[1])
        assert [wire.cut for wire in wires[:3]] == [False, True, False]
        await asyncio.sleep(2 * HEAD_S)
        assert [wire.cut for wire in wires[:3]] == [False, True, True]


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
