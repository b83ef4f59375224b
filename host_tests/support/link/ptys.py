"""Tablets and impostors at the other end of a pseudo-terminal.

The tablets are simulated ones, with the firmware on real MicroPython.
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


@contextlib.contextmanager
def plugged_in(tablet: Tablet) -> Iterator[str]:
    """The path of the port with a tablet."""
    server = PortServer(tablet, PseudoTerminal())
    stop = threading.Event()

    def serve() -> None:
        server.serve(stop.is_set)
        server.close()

    with running(serve, stop):
        yield server.path


@contextlib.contextmanager
def impostor(answer: Callable[[str], bytes]) -> Iterator[str]:
    """The path of a port where something answers each whole request with `answer(words)`.

    `answer` is given the request with its number, without its CRC.
    """
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    stop = threading.Event()

    def serve() -> None:
        reader = LineReader()
        try:
            while not stop.is_set():
                if select.select([ours], [], [], 0.01)[0]:
                    for request in requests(reader.feed(os.read(ours, 4096))):
                        os.write(ours, answer(request))
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
