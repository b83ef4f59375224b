"""The director's desk: what is done behind the PIN. Its code goes with whoever sits there."""

from firmware import loading


class Desk:
    """`game`: that of the tablet, which knows when the PIN was tried last.

    What screens hand to one another: `digits` of a PIN, as they were entered; `item`: the row of
    the menu; `when`: what the clock is to be set to, in minutes since 2000; `said`: of an event,
    round, pairs N-S and E-W, first and last board that are to be here.
    """

    def __init__(self, game):
        self._game = game
        self._store = game.store
        self._board = game.board
        self.digits = ""
        self.item = 0
        self.when = 0
        self.said = [0] * 5

    def ask_pin(self):  # a Pin
        """Return the director's PIN as it is on flash, to be entered; unloaded with it."""
        self.pin = loading.borrow("storage.pin").Pin(self._store)
        return self.pin

    def locked(self) -> int:
        """Return the seconds until the PIN may be tried again, counted again after a reset."""
        now = self._board.ticks_ms()
        return max(0, self.pin.wait() - self._board.elapsed(now, self._game.pin_tried) // 1000)

    def enter_pin(self) -> bool:
        """Tries the PIN that was entered; whether it is right."""
        self._game.pin_tried = self._board.ticks_ms()
        return self.pin.right(self.digits)

    def choose_pin(self) -> None:
        """The PIN that was entered is the director's from now on."""
        self.pin.choose(self.digits)

    def save_settings(self) -> None:
        """Save the settings that are in use."""
        self._store.settings.save()

    def set_clock(self) -> None:
        """The time that was entered is now."""
        self._board.set_minutes(self.when)

    def self_test(self):  # a module
        """Load the self-test. Its code is unloaded with the caller's reference."""
        return loading.borrow("selftest")

    def keys_down(self) -> list[bool]:
        """Return for each button whether it is pressed."""
        return [not pin.value() for pin in self._board.keys]

    def room(self) -> int:
        """Return how many more sessions of an evening fit."""
        return loading.borrow("storage.room").room(self._store)

    def free(self) -> int:
        """Free bytes of flash."""
        return loading.borrow("storage.room").free(self._store)
