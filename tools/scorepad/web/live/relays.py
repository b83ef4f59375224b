"""The serial ports of other computers, whose bytes the director's browser there relays."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from scorepad.language import text
from scorepad.tablet.cable import CableGone
from scorepad.web.tablet.line import Line

RELAY = "relay:"  # how the name of such a port begins
_MOST = 20  # at once; the longest there gives way


class _Relay(NamedTuple):
    line: Line
    may: Callable[[], bool]


@dataclass(eq=False)
class Relays:
    """The connected relays. Calls `stir` if one comes or goes."""

    stir: Callable[[], object]
    _at: dict[str, _Relay] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def there(self) -> set[str]:
        """Return the names of the ports."""
        with self._lock:
            return {*self._at}

    @contextlib.contextmanager
    def connect(self, line: Line, may: Callable[[], bool]) -> Iterator[str]:
        """Have a port at the end of a line, as long as the block lasts; `may`: whether it may."""
        with self._lock:
            port = f"{RELAY}{next(self._numbers)}"
            self._at[port] = _Relay(line, may)
            before = [*self._at.values()][:-_MOST]
        for earlier in before:
            earlier.line.end()
        self.stir()
        try:
            yield port
        finally:
            line.end()
            with self._lock:
                del self._at[port]
            self.stir()

    def open(self, port: str) -> Line:
        """Return the line, as the open port. Raise CableGone if it may be used no more."""
        with self._lock:
            relay = self._at.get(port)
        if relay and relay.may():
            return relay.line
        if relay:
            relay.line.end()
        raise CableGone(
            text("The cable of that computer is not connected any more; connect it again."), "port"
        )
