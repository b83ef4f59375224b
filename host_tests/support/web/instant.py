"""A clock that a test sets, an event loop whose clock jumps to the next timer, and connections
without a network."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState

from scorepad.web.authentication.patience import MOST, MOST_UNFINISHED, Bounds, Patient, Places

Made = TypeVar("Made")
FIN, TEXT, PING, PONG = 0x80, 1, 0x89, 0x8A  # of a frame of a WebSocket (RFC 6455, 5.2)


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class InstantLoop(asyncio.SelectorEventLoop):
    """Where everybody waits for a timer, its time has come: nothing takes real time."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self._pass))

    def time(self) -> float:
        return self.now

    def _pass(self, seconds: float) -> None:
        self.now += seconds


class _Selector(selectors.SelectSelector):
    def __init__(self, let_pass: Callable[[float], None]):
        super().__init__()
        self._let_pass = let_pass

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(None if timeout is None else 0)
        if not found and timeout:
            self._let_pass(timeout)
        return found


def run(work: Coroutine[Any, Any, Made]) -> Made:
    with asyncio.Runner(loop_factory=InstantLoop) as runner:
        return runner.run(work)


def instantly(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:

    @wraps(test)
    def ran(**fixtures: Any) -> None:
        run(test(**fixtures))

    return ran


class Wire(asyncio.Transport):
    """The server's end of a connection whose other end reads nothing, so closing has no end.

    written: what it has sent; cut: it was aborted; protocol: what it has become
    """

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000), "sockname": ("127.0.0.1", 8000)})
        self.written = b""
        self.cut = self._closes = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def abort(self) -> None:
        self.cut = True

    def close(self) -> None:
        self._closes = True

    def is_closing(self) -> bool:
        return self.cut or self._closes

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol: Any = protocol

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    resume_reading = pause_reading


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that is still working on its answer."""
    await asyncio.Event().wait()


def _has_cookie(scope: Scope) -> bool:
    return any(name == b"cookie" for name, _ in scope["headers"])


class Connections:
    """Connections to a server, which knows requests with a cookie; how: more configuration."""

    def __init__(self, app: ASGIApp = never, **how: Any) -> None:
        self._bounds = Bounds(_has_cookie, Places(MOST), Places(MOST_UNFINISHED))
        self._config = uvicorn.Config(app, lifespan="off", log_config=None, **how)
        self._config.load()
        self._state = ServerState()
        self._made: list[Patient] = []

    def open(self, said: bytes = b"", address: str = "192.0.2.1") -> tuple[Patient, Wire]:
        made, wire = Patient(self._bounds, self._config, self._state, {}), Wire(address)
        made.connection_made(wire)
        self._made.append(made)
        if said:
            made.data_received(said)
        return made, wire

    def __enter__(self) -> "Connections":
        return self

    def __exit__(self, *_: object) -> None:
        """End the connections and the work on all answers."""
        for made in self._made:
            made.connection_lost(None)
        for task in self._state.tasks:
            task.cancel()


def frame_of(kind: int, said: bytes = b"") -> bytes:
    """Return a frame of a browser, with a mask of zeros."""
    return bytes((kind, 0x80 | len(said), 0, 0, 0, 0)) + said
