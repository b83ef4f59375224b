"""A page that does not say who it is in time, or gives way to others, may come back by itself."""

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from scorepad.web.door.patience import HEAD_S, HELLO_S, MOST_WAITING
from scorepad.web.tablet import joining
from support.web.instant import Connections, instantly, run


class Silent:
    """A WebSocket on which nothing is said. `line`: the event that something is."""

    def __init__(self) -> None:
        self.said = asyncio.Event()

    async def receive_text(self) -> str:
        await self.said.wait()
        return "{}"


async def code_of(socket: Any) -> int:
    """Return the code with which a line that says nothing ends; 0 if it is let in."""
    try:
        await joining._hello(socket)
    except joining._NotIn as refused:
        return refused.code
    return 0


def test_a_silent_line_ends_after_a_while() -> None:
    async def wait() -> tuple[int, float]:
        code = await code_of(Silent())
        return code, asyncio.get_running_loop().time()

    assert run(wait()) == (joining.AGAIN, HELLO_S)


def test_of_too_many_silent_lines_the_oldest_gives_way() -> None:
    async def crowd() -> tuple[list[int], list[int], float]:
        sockets = [Silent() for _ in range(joining.MOST_GREETING + 2)]
        lines = [asyncio.create_task(code_of(socket)) for socket in sockets]
        await asyncio.wait(lines[:2])
        ended = [number for number, line in enumerate(lines) if line.done()]
        at = asyncio.get_running_loop().time()
        for socket in sockets:
            socket.said.set()
        return ended, await asyncio.gather(*lines), at

    ended, codes, at = run(crowd())
    assert (ended, at) == ([0, 1], 0)
    assert codes == [joining.AGAIN] * 2 + [0] * joining.MOST_GREETING


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
def test_the_end_of_a_line_is_sent_behind_however_much(size: int) -> None:
    """A page that reads nothing is let go, as soon as it has read what waits for it."""
    phones: list[Any] = []

    class Socket:
        def __init__(self) -> None:
            self.reads, self.gone = asyncio.Event(), asyncio.Event()
            self.closed = 0
            self.sent = 0

        async def receive(self) -> dict[str, object]:
            await self.gone.wait()
            return {"type": "websocket.disconnect"}

        async def send_bytes(self, part: bytes) -> None:
            await self.reads.wait()
            self.sent += 1

        async def close(self, code: int) -> None:
            self.closed = code
            self.gone.set()

    class Site:
        class phones:  # noqa: N801
            join = staticmethod(phones.append)

            @staticmethod
            def leave(phone: Any) -> None:
                """It has gone."""

    async def carry() -> tuple[int, int]:
        socket: Any = Socket()
        site: Any = Site
        line = asyncio.create_task(joining._carry(socket, site, lambda line: line))  # type: ignore[arg-type,return-value]
        await asyncio.sleep(0)
        for _ in range(size):
            phones[0].write(b"x")
        phones[0].end()
        await asyncio.sleep(0)
        socket.reads.set()
        await asyncio.wait_for(
            line, 60
        )  # of a clock that jumps: a line that never ends fails at once
        return socket.closed, socket.sent

    assert run(carry()) == (joining.AGAIN, joining._WAITING)
