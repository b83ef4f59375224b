"""Serial ports in this process, whose time passes only while somebody reads from them.

A test with them waits for nothing, and takes the same course on a slow machine as on a fast one.
`plugged_in` and `impostor` are those of ptys.py: the port that they give is opened by `sync_port`,
`scorepad sync` and `cable`.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from dev.link.both_ends import LocalPort
from firmware.link.codec import LineReader
from scorepad.errors import UserError
from scorepad.simulator.port import BYTES_A_SECOND, SLICE_MS
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.cable import Cable
from scorepad.tablet.places import Place, found_by
from support.link.ptys import requests

PREFIX = "local:"  # of the ports' names
_WAIT_MS = 50  # how long a read waits, as that of a serial port


class Port(Protocol):
    """A serial port, as pyserial's, with a clock."""

    now: float


_ports = dict[str, Port]()
_numbers = itertools.count(1)


class Wire:
    """A cable with a tablet at its end. `to_tablet`: what becomes of bytes on their way to it."""

    def __init__(self, tablet: Tablet, to_tablet: Callable[[bytes], bytes]):
        self.tablet = tablet
        self._to_tablet = to_tablet

    def wait(self, milliseconds: int) -> None:
        """Time goes on at the tablet."""
        self.tablet.wait(milliseconds)

    def serial_write(self, received: bytes) -> None:
        self.tablet.serial_write(self._to_tablet(received))

    def serial_read(self) -> bytes:
        return self.tablet.serial_read()


class TabletPort:
    """A port with a simulated tablet at its other end. `now`: seconds, in the tablet's time."""

    def __init__(self, tablet: Tablet | Wire):
        self._tablet = tablet
        self._coming = self._arrived = b""
        self.now = 0.0

    @property
    def in_waiting(self) -> int:
        return len(self._arrived)

    def write(self, sent: bytes) -> None:
        self._coming += sent

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes, after a wait for the first one."""
        left = _WAIT_MS if size else 0
        while left and not self._arrived:
            left -= self._turn(left)
        taken, self._arrived = self._arrived[:size], self._arrived[size:]
        return taken

    def close(self) -> None:
        """Leave the tablet as it is."""

    def _turn(self, most: int) -> int:
        """Let the tablet run, and carry as many bytes as a cable does; return the milliseconds."""
        passing = min(most, SLICE_MS) if self._coming else most
        size = passing * BYTES_A_SECOND // 1000
        if self._coming:
            self._tablet.serial_write(self._coming[:size])
            self._coming = self._coming[size:]
        self._tablet.wait(passing)
        self.now += passing / 1000
        self._arrived += self._tablet.serial_read()
        return passing


def scripted(answer: Callable[[str], bytes]) -> LocalPort:
    """Return a port where something answers each whole request with `answer(words)`."""
    reader = LineReader()

    def hears(received: bytes) -> bytes:
        return b"".join(map(answer, requests(reader.feed(received))))

    return LocalPort(hears)


def cable(path: str, **options: Any) -> Cable:
    """Return the cable to a port of this process, or else of this machine."""
    if path not in _ports:
        return Cable(path, **options)
    port = _ports[path]
    return Cable(path, port=port, now=lambda: port.now, **options)


def _find(path: str) -> Place:
    if path not in _ports:
        raise UserError(f"{path}: there is no such port")
    return Place(cable)


found_by(PREFIX, _find)


@contextlib.contextmanager
def at(port: Any) -> Iterator[str]:
    """Within the block, the port has the name that is yielded."""
    path = f"{PREFIX}{next(_numbers)}"
    _ports[path] = port
    try:
        yield path
    finally:
        del _ports[path]


def plugged_in(tablet: Tablet | Wire) -> contextlib.AbstractContextManager[str]:
    """Yield the name of a port with a tablet at its other end."""
    return at(TabletPort(tablet))


def impostor(answer: Callable[[str], bytes]) -> contextlib.AbstractContextManager[str]:
    """Yield the name of a port where something answers with `answer(words)`."""
    return at(scripted(answer))
