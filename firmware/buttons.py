"""Six buttons to presses: debounced, once each, on the way down, in their order.

An interrupt at each edge notes a press where a contact closes that had been at rest for _SETTLE
milliseconds: bounces follow one another more closely. So what is pressed while the loop draws is
not lost, be it the same button twice. The loop also looks at the levels: for how long a button is
held, and for what no interrupt has seen, as when the chip sleeps. There a button counts as changed
at the first sample that differs, and then keeps that state for _SETTLE whatever its contact does.
A button that is down when the tablet starts does nothing until it has been let go.
"""

from micropython import const

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
MENU = 6  # BACK held down
NOTHING = -1

_SETTLE = const(25)  # ms; contacts bounce for up to 20
_HOLD = const(1000)  # ms that BACK is held for the menu
_REPEAT_AFTER = const(500)  # ms that a direction is held until it repeats
_REPEAT_EVERY = const(150)  # ms
_NOTED = const(8)  # presses, more than fingers make while a picture is drawn


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
        self._noted = bytearray(_NOTED)  # buttons that were pressed since the loop has looked
        self._count = 0

    def edge(self, button: int, now: int) -> None:
        """A contact has opened or closed: called by an interrupt, it takes no heap."""
        at_rest = self._elapsed(now, self._edge[button]) >= _SETTLE
        self._edge[button] = now
        if not at_rest or self._pins[button].value() or self._count == _NOTED:
            return
        if self._elapsed(now, self._since[button]) >= _SETTLE:  # else the loop has seen it
            self._noted[self._count] = button
            self._count += 1

    def forget(self) -> None:
        """Lets go what was noted: after a sleep levels say what is true, and edges may not."""
        self._count = 0

    def poll(self, now: int) -> int:
        """The next thing that happened: a button, MENU, or NOTHING. Never blocks."""
        if self._count:
            return self._change(self._next_noted(), True, now)
        for button in range(len(self._pins)):
            event = self._sample(button, now)
            if event != NOTHING:
                return event
        return NOTHING

    def _next_noted(self) -> int:
        """An interrupt in the middle of this comes after the others, or is lost."""
        button = self._noted[0]
        for place in range(1, self._count):
            self._noted[place - 1] = self._noted[place]
        self._count -= 1
        return button

    def ignore_held(self) -> None:
        """What is down now does nothing more until it has been let go."""
        for button in range(len(self._next)):
            self._next[button] = -1

    def _sample(self, button: int, now: int) -> int:
        down = not self._pins[button].value()
        age = self._elapsed(now, self._since[button])
        if down != self._down[button]:
            settled = age >= _SETTLE and not self._count  # what was noted meanwhile comes first
            return self._change(button, down, now) if settled else NOTHING
        if down and 0 <= self._next[button] <= age:
            return self._held(button)
        return NOTHING

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
