"""Six buttons to presses: debounced, once each, on the way down, in their order.

An interrupt at each edge notes that a contact leaves its rest, open or closed for _SETTLE
milliseconds: bounces follow one another more closely. What its level is by then does not matter,
as the interrupt may come in the middle of them. So what is pressed while the loop draws is
not lost, be it the same button twice. The interrupt may come between any two steps of the loop: it
only notes, and the loop alone says from that whether a button is down.

The loop also looks at the levels: for what no interrupt has seen, as when the chip sleeps, and for
a contact that came to rest in another way than it moved. There a button counts as changed at the
first sample that differs, and then keeps that state for _SETTLE whatever its contact does.
A button that is down when the tablet starts does nothing until it has been let go.
"""

from micropython import const

from firmware.keys import BACK, MENU, NOTHING, OK

_SETTLE = const(25)  # ms; contacts bounce for up to 20
_HOLD = const(1000)  # ms that BACK is held for the menu
_REPEAT_AFTER = const(500)  # ms that a direction is held until it repeats
_REPEAT_EVERY = const(150)  # ms
_NOTED = const(16)  # moves, of more presses than fingers make while a picture is drawn


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
        self._edge = [now] * len(pins)  # when the contact moved last
        self._noted = bytearray(_NOTED)  # buttons that moved since the loop has looked
        self._newest = 0  # of these moves, which an interrupt counts
        self._taken = 0  # of them, by the loop

    def edge(self, button: int, now: int) -> None:
        """A contact has opened or closed: called by an interrupt, it takes no heap."""
        settled = self._elapsed(now, self._edge[button]) >= _SETTLE
        self._edge[button] = now
        if settled and self._newest - self._taken < _NOTED:
            self._noted[self._newest % _NOTED] = button
            self._newest += 1

    def forget(self) -> None:
        """Lets go what was noted: after a sleep levels say what is true, and edges may not."""
        self._taken = self._newest

    def poll(self, now: int) -> int:
        """The next thing that happened: a button, MENU, or NOTHING. Never blocks."""
        while self._taken != self._newest:
            button = self._noted[self._taken % _NOTED]
            self._taken += 1
            if self._change(button, not self._down[button], now) != NOTHING:
                return button
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
        down = not self._pins[button].value()
        age = self._elapsed(now, self._since[button])
        if down != self._down[button]:
            return self._move(button, down, now) if age >= _SETTLE else NOTHING
        if down and 0 <= self._next[button] <= age:
            return self._held(button)
        return NOTHING

    def _move(self, button: int, down: bool, now: int) -> int:
        """What the loop sees first; an interrupt that is still to come is not another move."""
        self._edge[button] = now
        if self._taken != self._newest:
            return NOTHING  # what was noted meanwhile comes first
        return self._change(button, down, now)

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
