"""Director functions, available after entering the PIN. Unloaded when the menu is left."""

from firmware import loading


class DirectorTools:
    """`game`: the tablet's game, which stores when the PIN was tried last.

    Input that screens hand to one another: `digits` of a PIN, as entered; `item`: the row of the
    menu; `when`: the time for the clock, in minutes since 2000; `override`: of an event, round,
    pairs N-S and E-W, first and last board that the director has set for this table.
    """

    def __init__(self, game):
        self._game = game
        self._store = game.store
        self._board = game.board
        self.digits = ""
        self.item = 0
        self.when = 0
        self.override = [0] * 5

    def ask_pin(self):  # a Pin
        """Return the director's PIN as it is on flash, to be entered; unloaded with it."""
        self.pin = loading.load_temporarily("storage.pin").Pin(self._store)
        return self.pin

    def locked(self) -> int:
        """Return the seconds until the PIN may be tried again, counted again after a reset."""
        now = self._board.ticks_ms()
        return max(0, self.pin.wait() - self._board.elapsed(now, self._game.pin_tried) // 1000)

    def enter_pin(self) -> bool:
        """Try the PIN that was entered. Return True if it is right."""
        self._game.pin_tried = self._board.ticks_ms()
        return self.pin.check(self.digits)

    def choose_pin(self) -> None:
        """Make the PIN that was entered the director's."""
        self.pin.choose(self.digits)

    def save_settings(self) -> None:
        self._store.settings.save()

    def set_clock(self) -> None:
        """Set the clock to the time that was entered."""
        self._board.set_minutes(self.when)

    def self_test(self):  # a module
        """Load the self-test. Its code is unloaded with the caller's reference."""
        return loading.load_temporarily("selftest")

    def keys_down(self) -> list[bool]:
        """Return for each button whether it is pressed."""
        return [not pin.value() for pin in self._board.keys]

    def sessions_left(self) -> int:
        """Return how many more sessions of an evening fit."""
        return loading.load_temporarily("storage.space").sessions_left(self._store)

    def free(self) -> int:
        return loading.load_temporarily("storage.space").free(self._store)
