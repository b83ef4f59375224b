"""A simulated tablet in real time, its serial port on a pseudo-terminal."""

import contextlib
import os
import pty
import select
import time
import tty
from collections.abc import Callable

from scorepad.simulator.tablet import Tablet

CHUNK = 4096
TICK_S = 0.01


class PortServer:
    """Joins a tablet to a pseudo-terminal. `path`: what the PC opens.

    The other end stays open here too, so that the PC can come and go.
    """

    def __init__(self, tablet: Tablet):
        self._tablet = tablet
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)
        self._last = time.monotonic()

    def close(self) -> None:
        """Takes the port away."""
        os.close(self._ours)
        os.close(self._theirs)

    def serve(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Lets the tablet run in real time until `stop` says so."""
        while not stop():
            self.turn(TICK_S)

    def turn(self, patience: float, *keys: str) -> None:
        """One turn: what has come in goes to the tablet, its answers go out.

        `patience`: seconds to wait for something to come in; `keys`: held down meanwhile.
        """
        ready, _, _ = select.select([self._ours], [], [], patience)
        if ready:
            self._tablet.serial_write(os.read(self._ours, CHUNK))
        now = time.monotonic()
        self._tablet.wait(max(1, int((now - self._last) * 1000)), *keys)
        self._last = now
        # When nobody reads, the terminal's buffer fills and the rest is lost, as on a cable.
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, self._tablet.serial_read())
