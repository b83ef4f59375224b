"""The PC's end of the cable to a tablet: one question and one answer at a time on a serial port.

What a line looks like is said in firmware/link/codec.py, which is used here. Whatever
comes in that does not verify, or is the answer to something else, is passed over: boot messages,
echoes, half lines, the banner of a REPL, late answers. So what `ask` returns is printable ASCII,
at most 200 characters of it, from any sender.
"""

import contextlib
import errno
import math
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

import serial
from serial.tools import list_ports

from firmware.link.codec import BadLine, LineReader, frame, unframe
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet import linux

BAUD = 115200
TIMEOUT_S = 0.5  # a tablet says within ms that it has heard a request, unless it is drawing
TRIES = 6  # some 5 s: where opening the port resets the board, it boots for about 4 s
LONGEST = 8  # times the timeout: how long a tablet that was there is waited for between two tries
WORK_S = 3.0  # how long it works on what it has heard until it is asked again; it listens for 5 s
MOST_S = 120.0  # for an answer, however often `wait` is said; the firmware says it once
WAKE_S = 0.3  # after _BURST, for what a tablet then still has to do

SYNC_AGAIN = text("sync it again")
_GONE = text("the cable was unplugged or the tablet switched off")
TCP = "socket://"  # how the name of a port begins where a simulated tablet listens

# As long as a tablet naps that is asleep, and hears nothing meanwhile: it takes 61 ms.
_BURST = b"\n" * 700
_POLL_S = 0.05  # how long a read waits before the time is looked at again
_CHUNK = 4096
_FIRST, _LAST = 1000, 9999  # numbers of requests, which go round; all are as long on the line
_ANSWER = re.compile(r"!([0-9]{1,4}) (ok|error|wait)(?: (.*))?")

PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError)  # what pyserial lets through
with contextlib.suppress(ImportError):  # Windows has none
    import termios

    PORT_ERRORS += (termios.error,)

_NO_PORT = (errno.ENOENT, errno.ENOTDIR)
_UNUSABLE = dict.fromkeys(
    (errno.ENXIO, errno.ENODEV, errno.EIO),
    text("nothing is connected to this port; connect the tablet"),
) | {errno.EISDIR: text("this is a directory; name a serial port")}
_FORBIDDEN = (errno.EACCES, errno.EPERM)
_BUSY = (errno.EAGAIN, errno.EBUSY)
# pyserial has the number of an error of Windows in its text alone (serialwin32.py, open).
_ON_WINDOWS = re.compile(r"\b[A-Z][A-Za-z]+Error\(([0-9]{1,3}), ")


NEVER = threading.Event()  # which nobody sets


_CHIPS = (0x2E8A, 0x303A)  # USB vendors: Raspberry Pi, Espressif
_JTAG = (0x303A, 0x1001)  # Espressif's port without TinyUSB; to it DTR alone asks for a download


class PortShut(UserError):
    """The port exists, and this program may not use it; a tablet may be connected to it."""


class NoAnswer(UserError):
    """No tablet answers at this port."""


class CableGone(UserError):
    """The tablet answered before, and no longer does."""


class Refused(UserError):
    """The tablet's answer is an error. `answer`: in its own words."""

    def __init__(self, said: str):
        super().__init__(text("the tablet answers: {said}", said=said))
        self.answer = str(said)

    @property
    def unknown(self) -> bool:
        """True if the tablet does not have such a request: its firmware is older."""
        return self.answer == "unknown request"


class Cable:
    """An open serial port with, perhaps, a tablet at its other end.

    `timeout`: seconds to wait for an answer before asking again; `tries`: how often to ask;
    `port`: an open port to use instead of that at `path`; `again`: what to do when the tablet has
    gone; `gone`: why that may be; `most`: seconds for the whole connection; `late`: how many of
    them all answers together may arrive later than after `timeout`; `now`: the clock, in seconds.
    `stop`: when it is set, no more requests are sent. Use as a context manager, or call `close`.
    Raise UserError if the port cannot be opened.
    """

    def __init__(
        self,
        path: str,
        timeout: float = TIMEOUT_S,
        tries: int = TRIES,
        port: Any = None,
        again: Text = SYNC_AGAIN,
        gone: Text = _GONE,
        most: float = math.inf,
        late: float = math.inf,
        now: Callable[[], float] | None = None,
    ):
        self.path = path
        self.stop = NEVER
        self._again = again
        self._gone = gone
        self._now = now or time.monotonic
        self._end = self._now() + most
        self._late = late
        self._timeout = timeout
        self._tries = tries
        self._met = False
        # Begins anywhere, so that a late answer to an earlier run is not taken for one to this.
        self._number = _FIRST + secrets.randbelow(_LAST - _FIRST)
        self._reader = LineReader()
        self._port = port or open_port(path, timeout)

    def __enter__(self) -> "Cable":
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()

    def ask(self, words: str) -> str:
        """Return the tablet's answer to the request `words`; ask again if there is none.

        Raise Refused if it answers with an error, NoAnswer if no tablet has ever answered here,
        CableGone if one has and no longer does; UserError after Ctrl-C.
        """
        self._number = self._number + 1 if self._number < _LAST else _FIRST
        line = frame(f"?{self._number} {words}")
        in_time = self._now() + self._timeout
        latest = in_time + min(self._late, MOST_S)
        try:
            for patience in self._patience():
                self._send(b"\n" + line)  # the line end ends what somebody may have left half said
                answer = self._answer(patience, latest)
                if answer is None:
                    self._send(_BURST)
                    answer = self._answer(WAKE_S, latest)
                if answer is not None:
                    self._met = True
                    return answer
        finally:
            self._late -= max(0.0, self._now() - in_time)
        if self._met:
            raise CableGone(self._describe(text("the tablet has stopped answering")))
        silent = text("{port}: no tablet answers; is it on, and is this its port?", port=self.path)
        raise NoAnswer(silent, "port", [remedy("doctor", port=self.path)])

    def _patience(self) -> Iterator[float]:
        """Yield the seconds to wait after each try, more and more for a tablet that answered."""
        longer = 1
        for attempt in range(self._tries):
            yield longer * self._timeout
            if self._met and attempt:
                longer = min(2 * longer, LONGEST)

    def _send(self, sent: bytes) -> None:
        with self._plugged_in(), contextlib.suppress(serial.SerialTimeoutException):
            self._port.write(sent)

    def _answer(self, patience: float, latest: float) -> str | None:
        """Return the answer to the last request, None if it did not arrive in time.

        Raise Refused.
        """
        end = self._now() + patience
        while (now := self._now()) < end:
            if now > min(self._end, latest):
                raise CableGone(self._describe(text("the tablet takes too long")))
            if self.stop.is_set():
                raise UserError(self._describe(text("broken off")))
            for line in self._reader.feed(self._receive()):
                found = _ANSWER.fullmatch(_text(line))
                if found and int(found[1]) == self._number:
                    self._met = True
                    if found[2] == "error":
                        raise Refused(found[3] or "no")
                    if found[2] == "ok":
                        return found[3] or ""
                    end = max(end, self._now() + WORK_S)
        return None

    def _receive(self) -> bytes:
        """Return what has arrived; wait a moment for it."""
        with self._plugged_in():
            return self._port.read(1) + self._port.read(min(self._port.in_waiting, _CHUNK))

    @contextlib.contextmanager
    def _plugged_in(self) -> Iterator[None]:
        try:
            yield
        except PORT_ERRORS as error:
            raise CableGone(self._describe(self._gone)) from error

    def _describe(self, why: Text) -> Text:
        return text("{port}: {why}; {again}", port=self.path, why=why, again=self._again)


def _text(line: bytes) -> str:
    """Return the text of a line, "" if it does not verify."""
    try:
        return unframe(line)
    except BadLine:
        return ""


_OPENED = dict[str, Callable[[str], Any]]()


def register_opener(begin: str, open_it: Callable[[str], Any]) -> None:
    """Let `open_it` open the ports with this prefix, like pyserial; it raises UserError."""
    _OPENED[begin] = open_it


def open_port(path: str, timeout: float) -> Any:
    """Return the open port: pyserial's, or one that works like it. Raise UserError.

    On an ESP32 board a low RTS with DTR high is a reset, and both low or both high is none. Linux
    opens a port with both low; so RTS goes up first, and DTR only then. At a chip's own USB DTR
    stays asserted, which is low and means that a program listens: else the chip drops what it has
    not sent (TinyUSB, tud_cdc_connected).
    """
    for begin, open_it in _OPENED.items():
        if path.startswith(begin):
            return open_it(path)
    port = _closed_port(path)
    port.timeout = min(_POLL_S, timeout)
    port.write_timeout = timeout
    port.rts = False  # False: the line is high
    try:
        port.open()
    except PORT_ERRORS as error:
        number = _number(error)
        shut = number in (*_FORBIDDEN, *_BUSY)
        reason = text("{port}: {why}", port=path, why=_reason(path, number, error))
        raise (PortShut if shut else UserError)(reason, "port") from error
    with contextlib.suppress(OSError):  # a pseudo-terminal has no such line
        port.dtr = _is_chips_own(path)
    return port


def _is_chips_own(path: str) -> bool:
    """Return True if the port is the chip's own USB, not that of a converter on its board."""
    ports = [
        port
        for port in list_ports.comports()
        if port.vid in _CHIPS and (port.vid, port.pid) != _JTAG
    ]
    return resolve_port(path) in {resolve_port(port.device) for port in ports}


def resolve_port(path: str) -> str:
    """Return the same name for every link to a port; on Windows a port is not a file."""
    return os.path.realpath(path).casefold()


def _closed_port(path: str) -> serial.Serial:
    """Return the port, closed. A simulated tablet may be at a TCP port, but at no other URL."""
    if path.startswith(TCP):
        return serial.serial_for_url(path, do_not_open=True)
    port = serial.Serial(baudrate=BAUD, exclusive=True)
    port.port = path
    return port


def _number(error: Exception) -> int:
    inside = _ON_WINDOWS.search(str(error))
    return getattr(error, "errno", None) or int(inside[1] if inside else 0)


def _reason(path: str, number: int, error: Exception) -> Text:
    """Return why a port cannot be opened, in one line: what is wrong, "; ", and what to do."""
    if number in _NO_PORT:
        plugged = (port.device for port in list_ports.comports() if port.vid is not None)
        if there := ", ".join(sorted(plugged)):
            return text("there is no such port; there are {ports}", ports=there)
        return text(
            "there is no such port; nothing that is connected has one: {remedy} says why",
            remedy=remedy("doctor"),
        )
    if number in _FORBIDDEN and sys.platform == "linux":
        return linux.why_forbidden(path)
    if number in _BUSY or (number in _FORBIDDEN and sys.platform == "win32"):  # it says so of both
        return linux.why_busy(path)
    words = " ".join(str(error).split())
    unusable = text(
        "this is not a serial port that can be used; the system says: {words}", words=words
    )
    return _UNUSABLE.get(number, unusable)


@dataclass(frozen=True)
class Place:
    """The place of a tablet. `cable` opens it; `table`: its number, 0 = as the user says.

    `tablet`: the id that is required, "" = any; `tables`: the tables at which its sessions must
    have been played, none = any.
    """

    cable: Callable[[str], Cable]
    table: int = 0
    tablet: str = ""
    tables: Collection[int] = ()


_FOUND = dict[str, Callable[[str], Place]]()


def register_places(begin: str, find: Callable[[str], Place]) -> None:
    """Let `find` resolve the ports with this prefix; it raises UserError for unknown ones."""
    _FOUND[begin] = find


def find_place(port: str, cable: Callable[[str], Cable] = Cable) -> Place:
    """Return the place of a port; `cable`: opens a port of this machine. Raise UserError."""
    for begin, find in _FOUND.items():
        if port.startswith(begin):
            return find(port)
    return Place(cable)
