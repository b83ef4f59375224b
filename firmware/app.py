"""The app: buttons, link and screen share one loop that never blocks.

`tick` is called for ever: by main.py on the tablet, by the simulator from a loop of its own.
"""

import gc

from micropython import const

from firmware import loading
from firmware.board import mount_scores
from firmware.game import Game
from firmware.hardware.buttons import Buttons
from firmware.hardware.oled import OLED
from firmware.hardware.power import Power
from firmware.keys import NOTHING, OK
from firmware.storage.settings import Settings
from firmware.storage.store import Store
from firmware.trace import where
from firmware.ui import words
from firmware.ui.flow import Flow
from firmware.ui.screen import Trouble

_PANEL_RETRY = const(1000)  # ms
_SILENCE = const(5000)  # ms, after which the PC says nothing more; it asks again in less
_MUCH = const(18432)  # bytes that are taken until garbage is collected: a deal's key takes less
_UNTIDY = const(8)  # looks at what the PC says until garbage is collected; a picture is as many
_SPOKEN_TO = const(2000)  # ms after a byte in which the tablet does not sleep, and so hears more


class Halt:
    """A page with an error message in place of the flow if no game can be loaded; OK restarts."""

    def __init__(self, what: str, where: str, restart):
        self.screen = Trouble(words.say(what), where, words.say("restart"), "restart")
        self._restart = restart

    def key(self, key: int) -> None:
        """Restart if the key is OK; ignore any other key."""
        if key == OK:
            self._restart()

    def leave_director(self) -> None:
        """Do nothing: this page has no director mode."""

    def show_correction(self) -> None:
        """Do nothing: there is no game to correct."""

    def state(self) -> bytes:
        """Return no state: what led to this page must not be restored after a reset."""
        return b""


class App:
    """`board`: the hardware (board.py); `store`: the flash, None if it cannot be read."""

    def __init__(self, board):
        self.board = board
        now = board.ticks_ms()
        self._buttons = Buttons(board.keys, board.elapsed, now)
        board.on_edge(self._buttons.edge)
        self.store: Store | None = None
        self._log = None  # of the game
        self._link = None  # loaded while the PC says something: else its room is free
        self._heard = now
        self._power = Power(board, now)
        self._applied = -1  # the settings that are in effect, as they count their changes
        self._flow = self._open()
        self._panel = OLED(board.i2c)
        self._panel_up = False
        self._panel_tried = now - _PANEL_RETRY
        self._changed = True
        self._turns = self._turn_for_ever()
        self._untidy = 0  # what has left garbage since it was last collected
        gc.threshold(_MUCH)  # type: ignore[attr-defined]  # hardly while somebody waits: see `rest`

    def _open(self) -> Flow | Halt:
        """Load the game from the flash, or show an error page if it cannot be read."""
        try:
            self.store = Store(mount_scores, self.board.tablet, self.board)
            words.use(self.store.settings.language)
            game = Game(self.store, self.board)
            self._log = game.log
            return Flow(game, self.board.load_state())
        except OSError as error:
            return self._halt("no store", str(error))

    def _halt(self, what: str, where: str) -> Halt:
        return Halt(what, where, self.board.restart)

    @property
    def screen(self):
        """The screen that is showing."""
        return self._flow.screen

    def tick(self) -> None:
        """Run one turn of the loop: a key, the link, the screen. No exception escapes from it."""
        next(self._turns)

    def _turn_for_ever(self):  # a generator
        """Turn repeatedly: with `try` a call would take heap each time.

        A failure in `_break`, and Ctrl-C, ends it, and the caller that turns the loop.
        """
        while True:
            try:
                self._tick()
            except Exception as error:
                self._break(error)
            yield

    def _break(self, error: Exception) -> None:
        """Show a page that says what went wrong, and where."""
        self._flow = self._halt("broken", self._explain(error))
        self.board.save_state(b"")
        self._power.note_screen_change(self.board.ticks_ms())
        self._changed = True
        self._panel_up = False  # it may have got half of its picture

    def _explain(self, error: Exception) -> str:
        """Free the memory of the game and return what went wrong and where, if possible."""
        self._link = self._log = None
        self._flow = None  # type: ignore[assignment]  # until the page is there
        gc.collect()
        try:
            return where(error)
        except Exception:  # for want of memory, too
            return type(error).__name__

    def rest(self) -> None:
        """Let the chip rest, between two turns, until something may have happened.

        Garbage is collected here, when the picture stands and the PC has its answers.
        """
        self.board.feed()
        if self._untidy >= _UNTIDY:
            self._untidy = 0
            gc.collect()
        self._power.slow_down_if_idle()
        if self._power.asleep and self._is_silent(_SPOKEN_TO):
            self.board.nap()
            self._buttons.forget()
        else:
            self.board.idle()

    def _tick(self) -> None:
        now = self.board.ticks_ms()
        event = self._buttons.poll(now)
        if event != NOTHING:
            self._power.request_full_speed()
            self._key(event, now)
        if not self.board.waiting():
            if self._link and self._is_silent(_SILENCE):
                self._link = None
        elif self.store:
            self._power.request_full_speed()
            self._listen(now)
        else:
            self.board.read()  # or a Pico would not hear Ctrl-C behind what nobody has read
        if not self._power.asleep:
            self._stay_awake(now)

    def _is_silent(self, milliseconds: int) -> bool:
        """Return True if the PC has sent nothing for this many milliseconds."""
        return self.board.elapsed(self.board.ticks_ms(), self._heard) > milliseconds

    def _key(self, key: int, now: int) -> None:
        """Handle a key. One that wakes the tablet, or that the PC tests, does nothing else."""
        self._power.note_use(now)
        if self._power.asleep:
            self._wake(now)
        elif not (self._link and self._link.tests_keys) and not self._power.is_accidental(now):
            if self._link and not self._link.is_mid_line():
                self._link = None  # the next screen comes first; the next request loads it again
            self._flow.key(key)
            self.board.save_state(self._flow.state())
            self._changed = True

    def _stay_awake(self, now: int) -> None:
        """Keep the screen showing until no user needs it any more."""
        if self.screen.tick():
            self._changed = True
        if self.store and self.store.settings.changed != self._applied:
            self._apply(self.store.settings)
        if self._changed or not self._panel_up:
            self._show(now)
        if self.store and self._power.is_idle(now, self.store.settings.sleep_minutes):
            self.sleep()

    def _apply(self, settings: Settings) -> None:
        """Apply the settings."""
        self._applied = settings.changed
        words.use(settings.language)
        self._changed = True
        try:
            self._panel.contrast(settings.contrast, self._panel_up)
        except OSError:  # it is set when the panel is back
            self._panel_up = False

    def sleep(self) -> None:
        """Switch the panel off and leave the director's menu, for the next user."""
        self._flow.leave_director()
        self._power.asleep = True
        self._switch(False)

    def _wake(self, now: int) -> None:
        """Show the picture again; OK must be pressed again to confirm a question."""
        self._power.asleep = False
        self._power.note_screen_change(now)
        self._buttons.ignore_held()
        self._changed = True
        self._switch(True)

    def _switch(self, on: bool) -> None:
        try:
            if self._panel_up:
                self._panel.power(on)
        except OSError:
            self._panel_up = False

    def draw(self) -> None:
        """Draw the screen that is showing, without sending it to the panel."""
        self._panel.frame.fill(0)
        self.screen.draw(self._panel.frame)

    def _listen(self, now: int) -> None:
        """Answer the PC, whose requests keep the tablet awake."""
        if self._link is None:
            gc.collect()  # its code is not to lie behind garbage
            requests = loading.load_temporarily("link.requests")
            self._link = requests.Link(self.board, self.store, self._log)
        self._untidy += 1
        if self._link.poll():
            self._power.note_use(now)
            if self._power.asleep:
                self._wake(now)
        if self._link.corrected:
            self._link.corrected = False
            self._link.changed = True
            self._flow.show_correction()
        if self._link.changed:
            self._link.changed = False
            self._changed = True
            self._power.note_screen_change(now)
        self._heard = self.board.ticks_ms()  # the work may have taken seconds

    def _show(self, now: int) -> None:
        """Draw and send. A panel that does not answer is tried again each second."""
        since = self.board.elapsed(now, self._panel_tried)
        if not self._panel_up and since < _PANEL_RETRY:
            return
        self._untidy = _UNTIDY
        try:
            if not self.board.panel:
                # Not imported: a board's file of somebody's own need not have it.
                named = getattr(__import__("firmware.board").board, "PANEL", "")
                panels = loading.load_temporarily("hardware.panels")
                panels.find(self.board, self._panel, named)
                if self.store:
                    self._panel.contrast(self.store.settings.contrast, False)
            if not self._panel_up:
                self._panel.start()
            self.draw()
            self._panel.show()
            self._panel_up = True
            self._changed = False
        except OSError:  # the panel is gone; scoring goes on without it
            self._panel_up = False
            self._panel_tried = now
