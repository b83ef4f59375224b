"""A simulated tablet in real time, with its serial port for other programs of this machine."""

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from typing import Protocol

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.simulator.tablet import Tablet

NOT_KEPT = text("nothing is kept when this ends: --flash FILE keeps the scores")
CHUNK = 4096
TICK_S = 0.01
SLICE_MS = 5  # a turn of the tablet's loop
BYTES_A_SECOND = 11_520  # at 115200 baud


class Line(Protocol):
    """The carrier of the bytes. `path`: what the PC opens."""

    path: str

    def receive(self, patience: float) -> bytes:
        """Return what has arrived, waiting at most `patience` seconds for it."""

    def send(self, answer: bytes) -> None:
        """Send; what the line cannot hold is lost if nobody reads, as on a cable."""

    def close(self) -> None:
        """Take the port away."""


class PseudoTerminal:
    """A serial port as a program sees one. Raise UserError where the system has none such.

    The other end stays open here too, so that the PC can come and go.
    """

    def __init__(self) -> None:
        try:
            import pty  # noqa: PLC0415  # POSIX only
            import tty  # noqa: PLC0415
        except ImportError as missing:
            none = text("this system has no pseudo-terminals; use --tcp")
            raise UserError(none, "pty") from missing
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)

    def receive(self, patience: float) -> bytes:
        ready, _, _ = select.select([self._ours], [], [], patience)
        return os.read(self._ours, CHUNK) if ready else b""

    def send(self, answer: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, answer)

    def close(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)


class LoopbackPort:
    """A TCP port of this machine, which every system has; one program at a time."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self._guest: socket.socket | None = None
        self.path = f"socket://127.0.0.1:{self._door.getsockname()[1]}"

    def receive(self, patience: float) -> bytes:
        end = self._guest or self._door
        if not select.select([end], [], [], patience)[0]:
            return b""
        if self._guest is None:
            self._guest, _ = self._door.accept()
            self._guest.setblocking(False)
            return b""
        try:
            received = self._guest.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            received = b""
        if not received:
            self._hang_up()
        return received

    def send(self, answer: bytes) -> None:
        try:
            if self._guest and answer:
                self._guest.send(answer)
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()

    def close(self) -> None:
        self._hang_up()
        self._door.close()

    def _hang_up(self) -> None:
        if self._guest:
            self._guest.close()
        self._guest = None


class PortServer:
    """Joins a tablet to a line, whose bytes come one by one. `path`: what the PC opens."""

    def __init__(self, tablet: Tablet, line: Line):
        self._tablet = tablet
        self._line = line
        self.path = self._line.path
        self._coming = b""
        self._last = time.monotonic()

    def close(self) -> None:
        self._line.close()

    def serve(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Let the tablet run in real time until `stop` says so."""
        while not stop():
            self.turn(TICK_S)

    def turn(self, patience: float, *keys: str) -> None:
        """Run one turn: received bytes go to the tablet, its answers are sent.

        `patience`: seconds to wait for input; `keys`: held down in that time.
        """
        self._coming += self._line.receive(patience)
        now = time.monotonic()
        left = max(1, int((now - self._last) * 1000))
        self._last = now
        while left:
            passing = min(left, SLICE_MS) if self._coming else left
            self._deliver(passing)
            self._tablet.wait(passing, *keys)
            left -= passing
        self._line.send(self._tablet.serial_read())

    def _deliver(self, milliseconds: int) -> None:
        """Deliver what a wire carries in this time; a chip that sleeps does not hear it."""
        size = milliseconds * BYTES_A_SECOND // 1000
        if self._coming:
            self._tablet.serial_write(self._coming[:size])
            self._coming = self._coming[size:]
