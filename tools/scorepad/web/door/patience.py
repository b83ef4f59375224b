"""Connections that do not say what they want are closed, so that they keep nobody else out.

The library waits for ever for the head of a request, and answers everybody with 503 once there are
as many connections as it may have.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 15.0  # for the head of a request; as long a connection may stay open between two
BODY_S = 30.0  # for all of a stranger's body; for each piece of one of those who are in
LEAST_RATE = 50_000.0  # bytes a second of it; one of 2 GB may take half a day
UNREAD_S = 30.0  # for whoever does not read an answer
HELLO_S = 10.0  # for a tablet to say who it is
MOST_WAITING = 200  # connections; of more, the one that has waited longest is closed
MOST = 700  # connections in all; more are told to come back. A process may have 1024 files open
LARGEST_HEAD = 16 * 1024  # bytes


class Patient(H11Protocol):
    """A connection. `since`: since when it says nothing that can be answered, by the loop."""

    since = 0.0
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether there is no request of it that is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It is there."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > MOST_WAITING:
            _make_room(cast("set[Patient]", self.connections))

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._forget()
        self._is_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Much of an answer waits for whoever asked."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It goes on."""
        self._is_read()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a line to a tablet: joining.py says how long that may be silent."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """A request is answered; the next one may be there already."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self._forget()
        self.since = self.loop.time()
        self._late = self.loop.call_later(HEAD_S, self._close)

    def _forget(self) -> None:
        if self._late:
            self._late.cancel()

    def _is_read(self) -> None:
        if self._unread:
            self._unread.cancel()

    def _close(self) -> None:
        if self.waits:
            self.transport.abort()


def _make_room(connections: set[Patient]) -> None:
    waiting = [one for one in connections if getattr(one, "waits", False)]  # no line to a tablet
    if len(waiting) > MOST_WAITING:
        longest = min(waiting, key=lambda one: one.since)
        connections.discard(longest)
        longest.transport.abort()
