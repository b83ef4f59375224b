"""The app: buttons, link and screen share one loop that never blocks.

`tick` is called for ever: by main.py on the tablet, by the simulator from a loop of its own.
"""

import gc
import io
import sys

from micropython import const

from firmware.board import mount_scores
from firmware.buttons import NOTHING, OK, Buttons
from firmware.game import Game
from firmware.oled import SSD1306
from firmware.store import Store
from firmware.ui import words
from firmware.ui.flow import Flow
from firmware.ui.trouble import Trouble

_PANEL_RETRY = const(1000)  # ms


class Halt:
    """In the place of the flow when there is nothing to play: a page of trouble; OK restarts."""

    def __init__(self, what: str, where: str, restart):
        self.screen = Trouble(words.say(what), where, words.say("restart"), "restart")
        self._restart = restart

    def key(self, key: int) -> None:
        """Any key but OK leaves the page where it is."""
        if key == OK:
            self._restart()


class App:
    """`board`: the hardware (board.py)."""

    def __init__(self, board):
        self._board = board
        now = board.ticks_ms()
        self._buttons = Buttons(board.keys, board.ticks_diff, now)
        self._store: Store | None = None
        self._link = None  # loaded when the PC first says something: till then its room is free
        self._flow = self._open()
        self._panel = SSD1306(board.i2c)
        self._panel_up = False
        self._panel_tried = now - _PANEL_RETRY
        self._changed = True

    def _open(self) -> Flow | Halt:
        """Takes up the game where the flash has it; a page of trouble if it cannot be read."""
        try:
            self._store = Store(mount_scores, self._board.tablet)
            return Flow(Game(self._store, self._board.minutes))
        except OSError as error:
            return self._halt("no store", str(error))

    def _halt(self, what: str, where: str) -> Halt:
        return Halt(what, where, self._board.restart)

    @property
    def screen(self):
        """The screen that is showing."""
        return self._flow.screen

    def tick(self) -> None:
        """One turn of the loop: a key, the link, the screen. Nothing escapes from it."""
        try:
            self._tick()
        except Exception as error:
            gc.collect()  # it may have been for want of memory
            self._flow = self._halt("broken", _where(error))
            self._changed = True

    def rest(self) -> None:
        """Lets the chip rest until something may have happened; between two turns."""
        self._board.idle()

    def _tick(self) -> None:
        now = self._board.ticks_ms()
        event = self._buttons.poll(now)
        if event != NOTHING:
            self._flow.key(event)
            self._changed = True
        if self._board.waiting() and self._store:
            self._listen()
        if self._changed or not self._panel_up:
            self._show(now)

    def draw(self) -> None:
        """Draws the screen that is showing, without sending it to the panel."""
        self._panel.frame.fill(0)
        self.screen.draw(self._panel.frame)

    def _listen(self) -> None:
        """Answers the PC."""
        if self._link is None:
            self._link = __import__("firmware.link").link.Link(self._board, self._store)
        self._link.poll()
        self._changed = self._changed or self._link.settings_changed
        self._link.settings_changed = False

    def _show(self, now: int) -> None:
        """Draws and sends. A panel that does not answer is tried again each second."""
        since = self._board.ticks_diff(now, self._panel_tried)
        if not self._panel_up and since < _PANEL_RETRY:
            return
        try:
            if not self._panel_up:
                self._panel.start()
            self.draw()
            self._panel.show()
            self._panel_up = True
            self._changed = False
        except OSError:  # the panel is gone; scoring goes on without it
            self._panel_up = False
            self._panel_tried = now


def _where(error: Exception) -> str:
    """`KeyError game.py:41`, from the last line of the trace that names a file."""
    trace = io.StringIO()
    sys.print_exception(error, trace)  # type: ignore[attr-defined]  # MicroPython's
    places = [line for line in trace.getvalue().split("\n") if 'File "' in line]
    if not places:
        return type(error).__name__
    place = places[-1].split('"')[1].split("/")[-1] + ":" + places[-1].split("line ")[1]
    return f"{type(error).__name__} {place.split(',')[0]}"
