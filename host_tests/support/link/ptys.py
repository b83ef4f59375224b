"""Tablets, the firmware on real MicroPython, and impostors at the end of a pseudo-terminal."""

import contextlib
import threading
from collections.abc import Callable, Iterator

from firmware.link.codec import BadLine, LineReader, frame, unframe
from scorepad.simulator.port import PortServer, PseudoTerminal
from scorepad.simulator.tablet import Tablet


class _Impostor:
    """In the place of a tablet, at its port."""

    def __init__(self, hears: Callable[[bytes], bytes]):
        self._hears = hears
        self._said = b""

    def wait(self, milliseconds: int, *keys: str) -> None:
        """Take no time."""

    def serial_write(self, received: bytes) -> None:
        self._said += self._hears(received)

    def serial_read(self) -> bytes:
        said, self._said = self._said, b""
        return said


@contextlib.contextmanager
def plugged_in(tablet: Tablet | _Impostor) -> Iterator[str]:
    """The path of the port with a tablet."""
    server = PortServer(tablet, PseudoTerminal())  # type: ignore[arg-type]
    stop = threading.Event()

    def serve() -> None:
        server.serve(stop.is_set)
        server.close()

    with running(serve, stop):
        yield server.path


def impostor(answer: Callable[[str], bytes]) -> contextlib.AbstractContextManager[str]:
    """The path of a port where something answers each whole request with `answer(words)`.

    `answer` is given the request with its number, without its CRC.
    """
    return plugged_in(_Impostor(hearing(answer)))


def hearing(answer: Callable[[str], bytes]) -> Callable[[bytes], bytes]:
    """Return what the bytes of whole requests are answered, each with `answer(words)`."""
    reader = LineReader()

    def hears(received: bytes) -> bytes:
        return b"".join(map(answer, _requests(reader.feed(received))))

    return hears


def _requests(lines: list[bytes]) -> Iterator[str]:
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
