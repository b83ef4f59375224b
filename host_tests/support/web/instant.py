"""An event loop whose clock jumps to the next timer, and connections without a network."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Made = TypeVar("Made")


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
    """Run a coroutine on such a loop and return its result."""
    with asyncio.Runner(loop_factory=InstantLoop) as runner:
        return runner.run(work)


class Wire(asyncio.Transport):
    """The server's end of a connection. written: what it has sent; cut: it was aborted."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 8000)})
        self.written = b""
        self.cut = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def abort(self) -> None:
        self.cut = True

    close = abort

    def is_closing(self) -> bool:
        return self.cut

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    resume_reading = pause_reading
