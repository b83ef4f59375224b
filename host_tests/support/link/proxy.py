"""A proxy in front of a server that breaks connections after so many bytes, in three ways."""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator

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
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := one.recv(_CHUNK):
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
        for one in self._open:
            with contextlib.suppress(OSError):
                if self.how == RESET:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                one.shutdown(socket.SHUT_RDWR)
            one.close()
