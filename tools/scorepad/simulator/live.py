"""A simulated tablet in the terminal, in real time: arrow keys, Enter and Backspace."""

import asyncio
import os
import shutil
import time

from prompt_toolkit.input import Input, create_input
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output, create_output

from scorepad.simulator.faces import terminal
from scorepad.simulator.port import NOT_KEPT, PortServer
from scorepad.simulator.tablet import HOLD_MS, PRESS_MS, Tablet

_KEYS = {
    Keys.Up: "UP",
    Keys.Down: "DOWN",
    Keys.Right: "RIGHT",
    Keys.Left: "LEFT",
    Keys.Enter: "OK",
    Keys.ControlJ: "OK",
    Keys.Backspace: "BACK",
}
_QUIT = ("q", Keys.ControlC, Keys.ControlD)
_HELP = "arrows  Enter=OK  Backspace=BACK  m=menu  r=reset  p=power cut  q=quit"
_TURN_S = 0.02
_LARGE = (130, 36)  # columns and lines that the large picture takes with what stands below it
_SMALL = (72, 18)


class Live:
    """Plays `tablet` at this terminal. `port`: its serial port, if it is offered; `kept`: whether
    what is played outlives the tablet."""

    def __init__(self, tablet: Tablet, port: PortServer | None, kept: bool):
        self._tablet = tablet
        self._port = port
        self._below = [_HELP]
        if port:
            self._below.append(f"serial port: {port.path}")
        if not kept:
            self._below.append(str(NOT_KEPT))
        self._shown: tuple[bytes, os.terminal_size] | None = None
        self._playing = True
        self._last = time.monotonic()

    def play(self, keys: Input | None = None, screen: Output | None = None) -> None:
        """Play until `q` or Ctrl-C; without `keys` and `screen`, at the process's own terminal."""
        asyncio.run(self._play(keys or create_input(), screen or create_output()))

    async def _play(self, keys: Input, screen: Output) -> None:
        with keys.raw_mode(), keys.attach(lambda: self._read(keys)):
            screen.hide_cursor()
            try:
                while self._playing and not keys.closed:
                    self._draw(screen)
                    await asyncio.sleep(_TURN_S)
                    self._turn()
            finally:
                screen.show_cursor()
                screen.write_raw("\r\n")
                screen.flush()

    def _read(self, keys: Input) -> None:
        """Return the keys that have arrived; several may arrive at once."""
        for pressed in keys.read_keys():
            self._act(pressed.key)

    def _act(self, key: str) -> None:
        if key in _QUIT:
            self._playing = False
        elif key in _KEYS:
            self._press(_KEYS[Keys(key)], PRESS_MS)
        elif key == "m":
            self._press("BACK", HOLD_MS)
        elif key == "r":
            self._tablet.reset()
        elif key == "p":
            self._tablet.power_cut()

    def _press(self, key: str, milliseconds: int) -> None:
        """Let the tablet's time go on by the press immediately, without waiting for it."""
        self._tablet.wait(milliseconds, key)
        self._tablet.wait(PRESS_MS)

    def _turn(self) -> None:
        if self._port:
            self._port.turn(0)
            return
        now = time.monotonic()
        self._tablet.wait(max(1, int((now - self._last) * 1000)))
        self._last = now

    def _draw(self, screen: Output) -> None:
        pixels, size = self._tablet.pixels(), shutil.get_terminal_size()
        if self._shown == (pixels, size):
            return
        self._shown = (pixels, size)
        lines = _lines(pixels, size, self._below)
        screen.write_raw("\x1b[H\x1b[J" + "\r\n".join(lines))
        screen.flush()


def _lines(pixels: bytes, size: os.terminal_size, below: list[str]) -> list[str]:
    """Return the picture as large as the window allows, and what stands below it."""
    if _fits(size, *_LARGE, below):
        framed = terminal.frame if os.environ.get("NO_COLOR") else terminal.ansi_frame
        return [*framed(pixels).split("\n"), "", *below]
    if _fits(size, *_SMALL, below):
        return [*terminal.braille(pixels).split("\n"), "", *below]
    columns, lines = _SMALL[0], _SMALL[1] + len(below) - 1
    return [
        "This window is too small for the tablet.",
        f"It has {size.columns} columns and {size.lines} lines,",
        f"and the tablet needs {columns} and {lines}.",
    ]


def _fits(size: os.terminal_size, columns: int, lines: int, below: list[str]) -> bool:
    return size.columns >= columns and size.lines >= lines + len(below) - 1
