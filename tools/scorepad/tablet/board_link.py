"""The prompt of a board at the end of the cable, for any firmware: mpremote with limits.

The app answers the link; the prompt (MicroPython's raw REPL) is for what goes on without the app:
installing, and saving what is on a board whose app does not start. Here alone mpremote is used.
Its library waits without limit, prints, and raises many kinds of errors: here each step has a
limit, and every error is a UserError.
"""

import contextlib
import io
import json
import math
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.tablet.cable import PORT_ERRORS, open_port
from scorepad.wording import visible

STEP_S = 30.0  # the longest that a board takes for one step: the hashes of a hundred files
_ENTER_S = 3.0
_ENTRIES = 4
_TICK_S = 0.1  # how long a read waits before the time is looked at again
# As long as a tablet naps that is asleep, and hears nothing meanwhile: 600 bytes take 52 ms.
_BURST = b"\x03" * 600
_LONGEST = 200  # characters of anything that a board says
_MOST_BYTES = 4 << 20  # that a board prints in one step: more than its flash holds, in base64
_MOST_LINES = 1 << 14  # of one answer


class NoPrompt(UserError):
    """No MicroPython prompt answers at this port."""


class BoardFailed(UserError):
    """The board could not execute a command; the message has the board's own words."""


class Board:
    """The prompt of the board at `path`; the program that ran there is stopped.

    Raise UserError. Use as a context manager: finally the board starts as after a reset. `now`:
    the clock, in seconds.
    """

    def __init__(self, path: str, now: Callable[[], float] = time.monotonic):
        self.path = path
        self._now = now
        self._port = _Port(path, now)
        self._transport = _Transport(path, self._port)
        try:
            self._enter()
            self.teach("unwatch.py")
            self.teach("said.py")
        except BaseException:
            self._port.close()
            raise

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *reason: object) -> None:
        with contextlib.suppress(UserError):
            self.restart()
        self._port.close()

    def run(self, code: str) -> str:
        """Return what the board prints when it runs this. Raise UserError."""
        with self._limited(STEP_S):
            printed = bytearray()
            self._transport.exec(code, data_consumer=printed.extend)
            return bytes(printed).replace(b"\x04", b"").decode()

    def answers(self, code: str) -> list[Any]:
        """Return every value that the board reports with `say` (on_board/said.py).

        Raise UserError.
        """
        try:
            *lines, crc = self.run(f"said = 0\n{code}\nprint(said)").splitlines()
            if len(lines) < _MOST_LINES and int(crc) == zlib.crc32(
                "".join(line + "\n" for line in lines).encode()
            ):
                return [json.loads(line) for line in lines]
        except (ValueError, RecursionError) as error:
            raise self.strange() from error
        raise self.strange()

    def teach(self, name: str) -> None:
        """Send a file of on_board/, whose functions `run` can then call."""
        self.run(on_board(name))

    def strange(self) -> UserError:
        """Return the error for output that no board would print."""
        garbled = text(
            "{port}: what this board prints is garbled; check the cable", port=self.path
        )
        return NoPrompt(garbled)

    def restart(self) -> None:
        """Do a soft reset, which runs boot.py and main.py; it leaves a USB port where it is."""
        with self._limited(_ENTER_S):
            self._port.write(b"\r\x03\x02")  # ends what broke off, then the raw prompt
            self._transport.read_until(1, b"\r\n>>> ")
            self._port.write(b"\x04")

    def _enter(self) -> None:
        """Stop the running program. A tablet that is asleep hears a byte only now and then."""
        for attempt in range(_ENTRIES):
            with contextlib.suppress(NoPrompt), self._limited(_ENTER_S):
                self._port.write(_BURST if attempt else b"")
                self._transport.enter_raw_repl(soft_reset=False)
                return
        silent = text(
            "{port}: no MicroPython board answers; is it connected, and is this its port?",
            port=self.path,
        )
        raise NoPrompt(silent, "port", [remedy("doctor", port=self.path)])

    @contextlib.contextmanager
    def _limited(self, seconds: float) -> Iterator[None]:
        """Within the block, limit the time of a step; its errors become UserErrors."""
        self._port.end, self._port.left = self._now() + seconds, _MOST_BYTES
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it cannot read
                yield
        except TransportExecError as error:
            about = {"port": self.path, "said": _last_line(error)}
            raise BoardFailed(text("{port}: the board says: {said}", **about)) from error
        except (TransportError, UnicodeDecodeError, struct.error) as error:
            raise self.strange() from error
        except PORT_ERRORS as error:
            gone = text("{port}: the board was unplugged, or switched off", port=self.path)
            raise NoPrompt(gone) from error


def on_board(name: str) -> str:
    """Return the text of a file in on_board/, which is made for boards."""
    return (resources.files("scorepad.tablet") / "on_board" / name).read_text(encoding="utf-8")


def _last_line(error: TransportExecError) -> str:
    lines = str(error.error_output).strip().splitlines()
    return make_visible(lines[-1]) if lines else "nothing"


def make_visible(said: str) -> str:
    """Return a text from a board in printable characters, and not too long."""
    return visible(said[:_LONGEST])


class _Port:
    """A serial port as mpremote uses it, until `end` and for at most `left` more bytes."""

    def __init__(self, path: str, now: Callable[[], float]):
        self._path = path
        self._now = now
        self._port = open_port(path, _TICK_S)
        self._port.write_timeout = None
        self.end, self.left = math.inf, _MOST_BYTES

    def read(self, size: int = 1) -> bytes:
        received = b""
        while len(received) < size:
            self._look_at_the_time()
            received += self._port.read(size - len(received))
        self.left -= size
        if self.left < 0:
            raise NoPrompt(
                text("{port}: this board never stops printing; reset it", port=self._path)
            )
        return received

    def write(self, sent: bytes) -> None:
        self._look_at_the_time()
        self._port.write_timeout = max(_TICK_S, self.end - self._now())
        self._port.write(sent)

    def inWaiting(self) -> int:  # noqa: N802  # the name that mpremote calls
        self._look_at_the_time()
        return self._port.in_waiting

    def close(self) -> None:
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()

    def _look_at_the_time(self) -> None:
        if self._now() > self.end:
            silent = text("{port}: the board has stopped answering; reset it", port=self._path)
            raise NoPrompt(silent)


class _Transport(SerialTransport):
    """A transport of mpremote on a port that is opened as for the link: without a reset."""

    def __init__(self, path: str, port: _Port):
        self.serial = port
        self.device_name = path
        self.in_raw_repl = self.mounted = False
        self.use_raw_paste = True
        self.is_pty = True  # so that it waits in `read`, for what comes, rather than sleep
