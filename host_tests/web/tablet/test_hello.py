"""A page that does not say who it is in time, or gives way to others, may come back by itself."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from scorepad.web.door.patience import HELLO_S
from scorepad.web.tablet import joining
from support.web.instant import instantly


def silent(said: asyncio.Event) -> Any:
    """Return a WebSocket on which nothing is said before an event."""

    async def receive_text() -> str:
        await said.wait()
        return "{}"

    return SimpleNamespace(receive_text=receive_text)


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
