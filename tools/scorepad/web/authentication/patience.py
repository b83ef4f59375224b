"""Limits of connections: a client that is slow, or opens many, keeps nobody else out.

The library waits indefinitely for the head of a request, for a reader, and for a client to end a
WebSocket; and it answers every ping, whether or not anybody reads that.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from scorepad.web.authentication.names import LOOPBACK, place_of

HEAD_S = 15.0  # for the head of a request; as long a connection may stay open between two
BODY_S = 30.0  # for all of a stranger's body; for each piece of one of those who are in
LEAST_RATE = 50_000.0  # bytes a second of it; one of 2 GB may take half a day
UNREAD_S = 30.0  # for a client that does not read a response
HELLO_S = 10.0  # for a tablet to say who it is
CLOSE_S = 2.0  # for a client that was told that a WebSocket ends
MOST_UNFINISHED = 300  # connections of strangers with a request or an answer that is not whole
MOST = 700  # connections of strangers in all
MOST_LIVE = 300  # pages of the room that are kept up to date
KEPT = 20  # of all these, which other addresses do not take from this machine
LARGEST_HEAD = 16 * 1024  # bytes; no more is read at once, so no more waits behind a request
LARGEST_PIECE = 4096  # bytes of a WebSocket that are read at once: 680 frames at most
MOST_CONTROL = 200  # frames that are no whole message: pings, pongs, fragments
CONTROL_RATE = 20.0  # of them a second; a browser's page sends one in 3 s
_MESSAGES = (Opcode.TEXT, Opcode.BINARY)


class Places:
    """Places for connections; if all are taken, the address with most of them loses its oldest."""

    def __init__(self, most: int):
        self._most = most
        self._taken = dict[Callable[[], object], str]()  # the oldest first

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, end: Callable[[], object], address: str) -> None:
        """Take a place, unless it is taken already; `end` is called when it has to make room."""
        self._taken.setdefault(end, address)
        if len(self._taken) > self._most:
            counts = Counter(self._taken.values())
            counts[LOOPBACK] -= KEPT
            fullest = max(counts.values())
            oldest = next(close for close, of in self._taken.items() if counts[of] == fullest)
            self.leave(oldest)
            oldest()

    def leave(self, end: Callable[[], object]) -> None:
        self._taken.pop(end, None)


@dataclass
class Bounds:
    """The places that all connections share but those of whom the server `knows`."""

    knows: Callable[[Scope], bool]
    connections: Places
    unfinished: Places


class Patient(H11Protocol):
    """A connection that ends even if the client does nothing."""

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _known = False
    _over = False  # it is gone, or a WebSocket

    def __init__(self, bounds: Bounds, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._bounds = bounds
        self._asked: object = None
        self.ws_protocol_class = partial(BoundedWebSocket, bounds)  # type: ignore[assignment]

    @property
    def _waits(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, and wait for the first request."""
        super().connection_made(transport)
        transport.max_size = LARGEST_HEAD  # type: ignore[attr-defined]  # asyncio's selectors'
        self._wait()
        self._take_places()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._is_read()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._take_places()

    def pause_writing(self) -> None:
        """Wait for a reader of an answer, but not for ever."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)
        self._take_places()

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()
        self._take_places()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Become a line to a tablet: joining.py says how long that may be silent."""
        self._leave()
        super().handle_websocket_upgrade(event)
        if self.transport.is_closing():  # refused, which may never be read
            self.loop.call_later(CLOSE_S, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; once an answer has begun there is no way to say so."""
        if self.cycle and self.cycle.response_started:
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        self._wait()
        super().on_response_complete()
        self._take_places()

    def _take_places(self) -> None:
        """Take the places that it needs as it is now, and leave the others."""
        if self._over:
            return
        if self.cycle is not self._asked:
            self._asked, self._known = self.cycle, self._bounds.knows(cast(Scope, self.scope))
            self.scope["state"]["end"] = self.transport.abort
        end, address = self.transport.abort, place_of(self.client)
        unfinished = self._waits or self.cycle.more_body or self.flow.write_paused
        for places, needed in (
            (self._bounds.unfinished, unfinished and not self._known),
            (self._bounds.connections, not self._known),
        ):
            if needed:
                places.take(end, address)
            else:
                places.leave(end)

    def _leave(self) -> None:
        self._over = True
        self._forget()
        for places in (self._bounds.unfinished, self._bounds.connections):
            places.leave(self.transport.abort)

    def _wait(self) -> None:
        self._forget()
        self._bounds.unfinished.leave(self.transport.abort)  # it gets a new one: it has waited 0 s
        self._late = self.loop.call_later(HEAD_S, self._close)

    def _forget(self) -> None:
        if self._late:
            self._late.cancel()

    def _is_read(self) -> None:
        if self._unread:
            self._unread.cancel()

    def _close(self) -> None:
        if self._waits:
            self.transport.abort()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends even if the client does nothing; it logs nothing that a client sends.

    It has a place until the application calls `admit` of the connection's state.
    """

    def __init__(self, bounds: Bounds, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._bounds = bounds
        self._spare, self._counted = float(MOST_CONTROL), self.loop.time()
        self.close_timeout = CLOSE_S

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place."""
        super().connection_made(transport)
        transport.max_size = LARGEST_PIECE  # type: ignore[attr-defined]
        self._bounds.connections.take(self.transport.abort, place_of(self.client))

    def connection_lost(self, exc: Exception | None) -> None:
        self._admit()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what was said; no browser says anything before it is accepted."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)
        if not self.handshake_initiated:  # a head that this library does not understand
            self.transport.abort()

    def handle_events(self) -> None:
        """Take in what was said, unless that is too much about nothing."""
        now, frames = self.loop.time(), self.conn.events
        self._spare = min(MOST_CONTROL, self._spare + (now - self._counted) * CONTROL_RATE)
        self._spare -= sum(
            isinstance(one, Frame) and not (one.fin and one.opcode in _MESSAGES) for one in frames
        )
        self._counted = now
        if self._spare < 0:
            self.transport.abort()
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        text = b"".join(self.frames) if self.curr_msg_data_type == "text" else b""
        try:
            text.decode()
        except UnicodeDecodeError:
            self.transport.abort()
        else:
            super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message; where it has ended in the meantime, raise ClientDisconnected."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def keepalive_timeout(self) -> None:
        """End it: nobody is there to read that."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        self.scope["state"]["admit"] = self._admit
        await super().run_asgi()
        self.queue = asyncio.Queue()  # nobody reads it any more
        self.loop.call_later(CLOSE_S, self.transport.abort)

    def _admit(self) -> None:
        self._bounds.connections.leave(self.transport.abort)
