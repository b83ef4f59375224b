"""The line to a tablet in a page, as the serial port that a cable goes to (pyserial's Serial)."""

import threading
from collections.abc import Callable

POLL_S = 0.05  # how long a read waits
_MOST = 64 * 1024  # bytes that nobody has read yet; no tablet says so much unasked


class Line:
    """`send` takes what is for the tablet, nothing if the line is over; any thread may call it."""

    def __init__(self, send: Callable[[bytes], object]):
        self._send = send
        self._come = bytearray()
        self._some = threading.Condition()
        self._gone = False

    def feed(self, come: bytes) -> bool:
        """Bytes of the tablet; whether there is room for them."""
        with self._some:
            room = len(self._come) + len(come) <= _MOST
            if room:
                self._come += come
                self._some.notify_all()
        return room

    def end(self) -> None:
        """The page is gone, or must go; whoever reads or writes is told."""
        with self._some:
            before, self._gone = self._gone, True
            self._some.notify_all()
        if not before:
            self._send(b"")

    @property
    def in_waiting(self) -> int:
        return len(self._come)

    def read(self, size: int) -> bytes:
        """At most so many; waits a moment for the first. Raises OSError if the page is gone."""
        with self._some:
            if size and not self._come:
                self._some.wait_for(lambda: self._come or self._gone, POLL_S)
            if self._gone and not self._come:
                raise OSError("the page has gone")
            read = bytes(self._come[:size])
            del self._come[:size]
            return read

    def write(self, sent: bytes) -> None:
        """Sends it. Raises OSError if the page is gone."""
        if self._gone:
            raise OSError("the page has gone")
        self._send(bytes(sent))

    def close(self) -> None:
        """What came and was not read is late for the next one who opens it."""
        with self._some:
            self._come.clear()
