"""A simulated tablet in the terminal, in real time: arrow keys, Enter and Backspace."""

import contextlib
import os
import re
import select
import shutil
import sys
import termios
import time
import tty
from collections.abc import Iterator

from scorepad.simulator.faces import terminal
from scorepad.simulator.port import PortServer
from scorepad.simulator.tablet import HOLD_MS, PRESS_MS, Tablet

_KEYS = {
    b"\x1b[A": "UP",
    b"\x1b[B": "DOWN",
    b"\x1b[C": "RIGHT",
    b"\x1b[D": "LEFT",
    b"\x1bOA": "UP",
    b"\x1bOB": "DOWN",
    b"\x1bOC": "RIGHT",
    b"\x1bOD": "LEFT",
    b"\r": "OK",
    b"\n": "OK",
    b"\x7f": "BACK",
    b"\x08": "BACK",
}
_HELP = "arrows  Enter=OK  Backspace=BACK  m=menu  r=reset  p=power cut  q=quit"
_KEY = re.compile(rb"\x1b[\[O][A-D]|[^\x1b]", re.DOTALL)
_TURN_S = 0.02
_COLUMNS, _LINES = 130, 36  # what the large picture needs


class Live:
    """Plays `tablet` at this terminal. `port`: its serial port, if it is offered."""

    def __init__(self, tablet: Tablet, port: PortServer | None):
        self._tablet = tablet
        self._port = port
        self._shown: tuple[bytes, os.terminal_size] | None = None
        self._last = time.monotonic()

    def play(self) -> None:
        """Until `q` or Ctrl-C."""
        with _raw_terminal():
            while True:
                self._draw()
                for pressed in self._read():
                    if pressed in (b"q", b"\x03", b"\x04"):
                        return
                    self._act(pressed)

    def _read(self) -> list[bytes]:
        """The keys that have come in; several may come at once. Waits for a turn if none has."""
        if select.select([0], [], [], _TURN_S)[0]:
            return _KEY.findall(os.read(0, 1024))
        self._turn()
        return []

    def _act(self, pressed: bytes) -> None:
        if pressed in _KEYS:
            self._press(_KEYS[pressed], PRESS_MS)
        elif pressed == b"m":
            self._press("BACK", HOLD_MS)
        elif pressed == b"r":
            self._tablet.reset()
        elif pressed == b"p":
            self._tablet.power_cut()

    def _press(self, key: str, milliseconds: int) -> None:
        """The tablet's time goes on by the press at once; it need not be waited for."""
        self._tablet.wait(milliseconds, key)
        self._tablet.wait(PRESS_MS)

    def _turn(self) -> None:
        if self._port:
            self._port.turn(0)
            return
        now = time.monotonic()
        self._tablet.wait(max(1, int((now - self._last) * 1000)))
        self._last = now

    def _draw(self) -> None:
        pixels, size = self._tablet.pixels(), shutil.get_terminal_size()
        if self._shown == (pixels, size):
            return
        self._shown = (pixels, size)
        large = size.columns >= _COLUMNS and size.lines >= _LINES
        framed = terminal.frame if os.environ.get("NO_COLOR") else terminal.ansi_frame
        picture = framed(pixels) if large else terminal.braille(pixels)
        lines = [*picture.split("\n"), "", _HELP]
        if self._port:
            lines.append(f"serial port: {self._port.path}")
        sys.stdout.write("\x1b[H\x1b[J" + "\r\n".join(lines))
        sys.stdout.flush()


@contextlib.contextmanager
def _raw_terminal() -> Iterator[None]:
    """Keys come one by one; the terminal is as it was afterwards."""
    before = termios.tcgetattr(0)
    try:
        tty.setraw(0)
        sys.stdout.write("\x1b[?25l")
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\r\n")
        sys.stdout.flush()
