"""Six buttons to presses: debounced, once each, on the way down.

A button counts as changed at the first sample that differs, and then keeps that state for _SETTLE
milliseconds whatever its contact does; so a press acts at once and a bounce never acts twice. A
button that is down when the tablet starts does nothing until it has been let go. While the loop
draws it looks at no button: then an interrupt notes that a contact closed.
"""

from micropython import const

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
MENU = 6  # BACK held down
NOTHING = -1

_SETTLE = const(25)  # ms; contacts bounce for up to 20
_HOLD = const(1000)  # ms that BACK is held for the menu
_REPEAT_AFTER = const(500)  # ms that a direction is held until it repeats
_REPEAT_EVERY = const(150)  # ms


class Buttons:
    """`pins`: UP DOWN LEFT RIGHT OK BACK, each with `value()`, 0 when pressed.

    `elapsed`: milliseconds from the second to the first of two readings of the clock.
    """

    def __init__(self, pins, elapsed, now: int):
        self._pins = pins
        self._elapsed = elapsed
        self._down = [not pin.value() for pin in pins]
        self._since = [now] * len(pins)
        self._next = [-1] * len(pins)  # ms after `since` of the next repeat or hold; -1 = none
        self._closed = [-1] * len(pins)  # when the contact closed unseen; -1 = it did not

    def close(self, button: int, now: int) -> None:
        """A contact has closed: called by an interrupt, it takes no heap."""
        if self._closed[button] < 0:
            self._closed[button] = now

    def poll(self, now: int) -> int:
        """The next thing that happened: a button, MENU, or NOTHING. Never blocks."""
        for button in range(len(self._pins)):
            event = self._sample(button, now)
            if event != NOTHING:
                return event
        return NOTHING

    def ignore_held(self) -> None:
        """What is down now does nothing more until it has been let go."""
        for button in range(len(self._next)):
            self._next[button] = -1

    def _sample(self, button: int, now: int) -> int:
        down = not self._pins[button].value() or self._pressed_unseen(button)
        age = self._elapsed(now, self._since[button])
        if down != self._down[button]:
            return self._change(button, down, now) if age >= _SETTLE else NOTHING
        if down and 0 <= self._next[button] <= age:
            return self._held(button)
        return NOTHING

    def _pressed_unseen(self, button: int) -> bool:
        """Whether it was pressed since the last look, though it may be up again by now."""
        closed = self._closed[button]
        self._closed[button] = -1
        up = closed >= 0 and not self._down[button]
        return up and self._elapsed(closed, self._since[button]) >= _SETTLE

    def _change(self, button: int, down: bool, now: int) -> int:
        self._down[button] = down
        self._since[button] = now
        if not down:
            self._next[button] = -1
            return NOTHING
        self._next[button] = (_HOLD if button == BACK else _REPEAT_AFTER) if button != OK else -1
        return button

    def _held(self, button: int) -> int:
        if button == BACK:
            self._next[button] = -1
            return MENU
        self._next[button] += _REPEAT_EVERY
        return button
