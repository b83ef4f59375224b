"""Serial ports in this process, whose time passes only while somebody reads from them.

A test with them waits for nothing, and takes the same course on a slow machine as on a fast one.
`plugged_in` and `impostor` are those of ptys.py: the port that they give is opened by `sync_port`,
`scorepad sync` and `cable`.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from dev.link.both_ends import LocalPort
from scorepad.errors import UserError
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.cable import Cable, Place, register_places
from support.link.ptys import hearing

PREFIX = "local:"  # of the ports' names
_WAIT_MS = 50  # how long a read of a LocalPort waits
_ports = dict[str, LocalPort]()
_numbers = itertools.count(1)


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


register_places(PREFIX, _find)


@contextlib.contextmanager
def at(port: LocalPort) -> Iterator[str]:
    """Within the block, the port has the name that is yielded."""
    path = f"{PREFIX}{next(_numbers)}"
    _ports[path] = port
    try:
        yield path
    finally:
        del _ports[path]


def plugged_in(
    tablet: Tablet, to_tablet: Callable[[bytes], bytes] = bytes
) -> contextlib.AbstractContextManager[str]:
    """Yield the name of a port with a tablet at its other end, whose time is that of the port.

    `to_tablet`: what becomes of bytes on their way.
    """

    def hears(received: bytes) -> bytes:
        if received:
            tablet.serial_write(to_tablet(received))
            return b""
        tablet.wait(_WAIT_MS)
        return tablet.serial_read()

    return at(LocalPort(hears))


def impostor(answer: Callable[[str], bytes]) -> contextlib.AbstractContextManager[str]:
    """Yield the name of a port where something answers with `answer(words)`."""
    return at(LocalPort(hearing(answer)))
