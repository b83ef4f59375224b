"""The line to a tablet in a page breaks at any byte: each session comes once, and whole.

TORTURE=1: at each of them
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from websockets.exceptions import WebSocketException

from scorepad.club.derived.replay import kept
from scorepad.club.records.store import Club
from support.depth import SEED, TORTURE, some
from support.link.hostile import true_records
from support.waiting import wait_until
from support.web.phones import LocalPhone, played_phone
from support.web.served import Served

TABLE = 7  # at which such a tablet has played
BYTES = 1450  # of all that goes over the line until all has come; it is a little less
CUTS = range(1, BYTES) if TORTURE else range(1 + SEED % 8, BYTES, 8)
FETCHED = "000/1.ok"  # what the tablet has of a session that the PC has
_numbers = count()
# Silent: as where a radio is out of reach. The server is told nothing; the client, a part of the
# test, sees the end of its connection.
CLOSED, RESET, SILENT = HOW = ("closed", "reset", "silent")
_CHUNK = 4096
_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: what is on its way is thrown away


class Proxy:
    """`left`: how many bytes of both directions still pass; then a connection breaks as `how`."""

    def __init__(self, address: tuple[str, int]):
        self.left = 1 << 60
        self.how = CLOSED
        self.passed = 0
        self.broken = threading.Event()
        self._address = address
        self._lock = threading.Lock()
        self._open = list[socket.socket]()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    @contextlib.contextmanager
    def running(self) -> Iterator["Proxy"]:
        """As long as it lasts it takes connections."""
        threading.Thread(target=self._accept, daemon=True).start()
        yield self
        self._listener.close()
        self._end()

    def cut_after(self, left: int, how: str) -> None:
        """Of what comes from now on so much passes."""
        self.left, self.how, self.passed = left, how, 0
        self.broken.clear()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._address)
                self._open = [near, far]
                for source, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(source, other), daemon=True).start()

    def _pass(self, source: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(_CHUNK):
                with self._lock:
                    passing = part[: self.left - self.passed]
                    self.passed += len(passing)
                other.sendall(passing)
                if len(passing) < len(part):
                    self._break()
        if self.how != SILENT or not self.broken.is_set():
            with contextlib.suppress(OSError):
                other.shutdown(socket.SHUT_WR)

    def _break(self) -> None:
        self.broken.set()
        if self.how == SILENT:
            self._open[0].shutdown(socket.SHUT_RDWR)
        else:
            self._end()

    def _end(self) -> None:
        for connection in self._open:
            with contextlib.suppress(OSError):
                if self.how == RESET:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()


@pytest.fixture(scope="module")
def proxy(served: Served) -> Iterator[Proxy]:
    with Proxy((served.address, served.port)).running() as proxy:
        yield proxy


@pytest.fixture(scope="module")
def club(served: Served) -> Iterator[Club]:
    with Club(served.database) as club:
        yield club


@pytest.fixture
def phone(served: Served) -> LocalPhone:
    return played_phone(served, next(_numbers))


def has_come(club: Club, phone: LocalPhone) -> bool:
    wanted = true_records(phone.tablet)
    there = {name: club.read(partial(kept, session=name)) for name in wanted}
    return there == wanted and FETCHED in phone.tablet.files.content


def test_as_many_bytes_as_are_cut(club: Club, phone: LocalPhone, proxy: Proxy) -> None:
    """On a busy machine something may be asked again."""
    proxy.cut_after(1 << 60, HOW[0])
    with phone.joined(TABLE, proxy.port):
        wait_until(lambda: has_come(club, phone))
    assert proxy.passed > BYTES * 0.9


@pytest.mark.sampled
@pytest.mark.parametrize("cut", some(CUTS, 24))
def test_a_line_that_breaks(club: Club, phone: LocalPhone, proxy: Proxy, cut: int) -> None:
    proxy.cut_after(cut, HOW[cut % len(HOW)])
    with (
        contextlib.suppress(WebSocketException, OSError, EOFError),
        phone.joined(TABLE, proxy.port),
    ):
        wait_until(lambda: proxy.broken.is_set() or has_come(club, phone))
    with phone.joined(TABLE):
        wait_until(lambda: has_come(club, phone))
