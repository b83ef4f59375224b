"""Tablets and impostors at the other end of a pseudo-terminal, and cables that are no good.

The tablets are simulated ones, with the firmware on real MicroPython. `Wire` stands between a
tablet and its port and is told what happens to the bytes of either direction.
"""

import contextlib
import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator

from firmware.link.codec import BadLine, LineReader, frame, unframe
from scorepad.simulator.port import PortServer, PseudoTerminal
from scorepad.simulator.tablet import Tablet


def unchanged(passing: bytes) -> bytes:
    """A good cable."""
    return passing


class Wire:
    """A cable with a tablet at its end, for a PortServer.

    `to_tablet`, `to_pc`: what becomes of bytes on their way. `cut_after`: how many bytes pass, of
    both directions, before it breaks; then the port goes too, unless it is `silent`.
    """

    def __init__(
        self,
        tablet: Tablet,
        to_tablet: Callable[[bytes], bytes] = unchanged,
        to_pc: Callable[[bytes], bytes] = unchanged,
        cut_after: int = 1 << 30,
        silent: bool = False,
    ):
        self.tablet = tablet
        self._to_tablet = to_tablet
        self._to_pc = to_pc
        self._left = cut_after
        self._silent = silent

    @property
    def cut(self) -> bool:
        return self._left == 0

    @property
    def left(self) -> int:
        return self._left

    @property
    def gone(self) -> bool:
        return self.cut and not self._silent

    def wait(self, milliseconds: int, *keys: str) -> None:
        """Time goes on at the tablet."""
        self.tablet.wait(milliseconds, *keys)

    def serial_write(self, received: bytes) -> None:
        self.tablet.serial_write(self._pass(self._to_tablet(received)))

    def serial_read(self) -> bytes:
        return self._pass(self._to_pc(self.tablet.serial_read()))

    def _pass(self, passing: bytes) -> bytes:
        passed = passing[: self._left]
        self._left -= len(passed)
        return passed


@contextlib.contextmanager
def plugged_in(tablet: Tablet | Wire) -> Iterator[str]:
    """The path of the port with a tablet. A wire that is cut takes the port away."""
    server = PortServer(tablet, PseudoTerminal())
    stop = threading.Event()

    def serve() -> None:
        server.serve(lambda: stop.is_set() or getattr(tablet, "gone", False))
        server.close()

    with running(serve, stop):
        yield server.path


@contextlib.contextmanager
def impostor(answer: Callable[[str], bytes], first: bytes = b"") -> Iterator[str]:
    """The path of a port where something answers each whole request with `answer(words)`.

    `answer` is given the request with its number, without its CRC; it may raise SystemExit to
    vanish. `first` is sent at once.
    """
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(ours, first)
    stop = threading.Event()

    def serve() -> None:
        reader = LineReader()
        try:
            while not stop.is_set():
                if select.select([ours], [], [], 0.01)[0]:
                    for request in requests(reader.feed(os.read(ours, 4096))):
                        os.write(ours, answer(request))
        except SystemExit:
            pass
        finally:
            os.close(ours)
            os.close(theirs)

    path = os.ttyname(theirs)
    with running(serve, stop):
        yield path


def requests(lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        with contextlib.suppress(BadLine):
            yield unframe(line)


def script(answers: Callable[[str], str]) -> Callable[[str], bytes]:
    """An impostor that keeps to the form: `answers(words)` begins with `ok` or `error`."""

    def answer(request: str) -> bytes:
        number, _, words = request.partition(" ")
        return frame(f"!{number[1:]} {answers(words)}")

    return answer


@contextlib.contextmanager
def running(serve: Callable[[], None], stop: threading.Event) -> Iterator[None]:
    """Runs `serve` in a thread; an exception there is one here."""
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            serve()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=guarded)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    if failed:
        raise failed[0]
