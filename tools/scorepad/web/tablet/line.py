"""The line over a WebSocket to a page, as pyserial's port at which a cable is.

The page is a tablet itself, or relays the bytes of a tablet that is plugged in there.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

POLL_S = 0.05  # how long a read waits
LARGEST_MESSAGE = 16 * 1024  # bytes
BEAT_S = 3.0  # after which a silent page hears that the club is there, and is asked whether it is
ANSWER_S = 5.0  # for the page to answer: a phone out of reach is known in less than 10 s
TOO_MUCH = 4413  # a code that an application may give (RFC 6455, 7.4.2)
AGAIN = 1012  # the code for which everybody comes back
_MOST = 64 * 1024  # bytes that nobody has read yet; no tablet says so much unasked
_REST_S = 0.002  # between two messages: a line that sends without end leaves room for others
_WAITING = 1000  # messages that a page has not taken


class Line:
    """`send` takes what is for the tablet, nothing if the line is over; any thread may call it."""

    def __init__(self, send: Callable[[bytes], object]):
        self._send = send
        self._come = bytearray()
        self._some = threading.Condition()
        self._gone = False

    def feed(self, come: bytes) -> bool:
        """Add bytes of the tablet; return True if there is room for them."""
        with self._some:
            room = len(self._come) + len(come) <= _MOST
            if room:
                self._come += come
                self._some.notify_all()
        return room

    def end(self) -> None:
        """End the line because the page is closed or must be; readers and writers get an error."""
        with self._some:
            before, self._gone = self._gone, True
            self._some.notify_all()
        if not before:
            self._send(b"")

    @property
    def in_waiting(self) -> int:
        return len(self._come)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes, after a short wait for the first. Raise OSError if closed."""
        with self._some:
            if size and not self._come:
                self._some.wait_for(lambda: self._come or self._gone, POLL_S)
            if self._gone and not self._come:
                raise OSError("the page has gone")
            read = bytes(self._come[:size])
            del self._come[:size]
            return read

    def write(self, sent: bytes) -> None:
        """Send bytes. Raise OSError if the page is closed."""
        if self._gone:
            raise OSError("the page has gone")
        if sent:  # nothing says that the line is over
            self._send(bytes(sent))

    def close(self) -> None:
        """Discard unread bytes: they are too late for the next program that opens the line."""
        with self._some:
            self._come.clear()


def is_own_page(socket: WebSocket) -> bool:
    """Return True if a page of this server asks for a line.

    Every browser says whose page it shows (Fetch Standard, 3.1); what says nothing is none.
    """
    origin = socket.app.state.site.names.origin(socket.scope)
    return origin is not None and socket.headers.get("origin", origin).lower() == origin


@contextlib.asynccontextmanager
async def line_over(socket: WebSocket) -> AsyncIterator[Line]:
    """Have a line over a WebSocket as long as the block lasts; its end ends the WebSocket."""
    loop, sent = asyncio.get_running_loop(), asyncio.Queue[bytes]()

    def queue(part: bytes) -> None:
        if not part or sent.qsize() < _WAITING:  # more is lost as on a cable, and asked again
            sent.put_nowait(part)

    line = Line(lambda part: loop.call_soon_threadsafe(queue, part))
    sending = asyncio.create_task(_send(socket, sent))
    try:
        yield line
    finally:
        sending.cancel()
        line.end()


async def hear(socket: WebSocket, line: Line) -> AsyncIterator[str]:
    """Feed a line, and yield each message of text, until the page goes or says too much."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if said := message.get("text"):
            yield said
        if not line.feed(message.get("bytes") or b""):
            await socket.close(TOO_MUCH)
            return
        await asyncio.sleep(_REST_S)


async def _send(socket: WebSocket, sent: asyncio.Queue[bytes]) -> None:
    """Send bytes until the line ends; then the page may connect again, as a new line."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has gone: `hear` is told
        while (part := await _next(sent)) is not None:
            await socket.send_bytes(part)
        await socket.close(AGAIN)


async def _next(sent: asyncio.Queue[bytes]) -> bytes | None:
    try:
        return await asyncio.wait_for(sent.get(), BEAT_S) or None
    except TimeoutError:
        return b""
