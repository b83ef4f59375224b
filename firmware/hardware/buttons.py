"""Presses of the six buttons: debounced, once each, on the way down, in their order.

An interrupt at each edge notes which contact moved, and whether it is closed by then; the loop
takes these notes one by one, as if it had looked at those times, and looks itself. So what is
pressed while the loop draws is not lost, be it the same button twice; and as only the loop
decides, it does not matter between which of its steps an interrupt comes.

A press counts as soon as a contact is seen closed that was open. It is open again when it has been
seen open for _SETTLE milliseconds and never closed in between: bounces are shorter. An interrupt
may be served late, after other code: then a bounce shows how the contact rests by now, and of a
press that is over already only that its contact moved after a long rest.
A button that is down when the tablet starts does nothing until it has been let go.
"""

from micropython import const

from firmware.keys import BACK, MENU, NOTHING, OK

_SETTLE = const(25)  # ms; contacts bounce for up to 20
_REST = const(55)  # ms without a move, after which one is no bounce, be it served 30 ms late
_HOLD = const(1000)  # ms that BACK is held for the menu
_REPEAT_AFTER = const(500)  # ms that a direction is held until it repeats
_REPEAT_EVERY = const(150)  # ms
_NOTED = const(16)  # of more presses than fingers make while a picture is drawn
_CLOSED = const(8)  # in a note, beside the button


class Buttons:
    """`pins`: UP DOWN LEFT RIGHT OK BACK, each with `value()`, 0 when pressed.

    `elapsed`: milliseconds from the second to the first of two readings of the clock.
    """

    def __init__(self, pins, elapsed, now: int):
        self._pins = pins
        self._elapsed = elapsed
        self._down = [not pin.value() for pin in pins]
        self._since = [now] * len(pins)  # when it was pressed
        self._next = [-1] * len(pins)  # ms after `since` of the next repeat or hold; -1 = none
        self._opened = [-1] * len(pins)  # since when one that is down is seen open; -1: it is not
        self._moved = [now] * len(pins)  # when an interrupt saw it last
        self._noted = bytearray(_NOTED)  # buttons and levels, by interrupts
        self._when = [0] * _NOTED  # the time of each
        self._newest = 0  # of the notes, which an interrupt counts
        self._taken = 0  # of them, by the loop

    def edge(self, button: int, closed: bool, now: int) -> None:
        """Note that a contact has opened or closed: called by an interrupt, it takes no heap.

        With one name more its frame would.
        """
        newest = self._newest
        if (
            newest - self._taken >= 2
            and self._noted[(newest - 1) % _NOTED] % _CLOSED == button
            and self._noted[(newest - 2) % _NOTED] % _CLOSED == button
            and self._elapsed(now, self._when[(newest - 2) % _NOTED]) < _SETTLE
        ):
            newest -= 1  # of a train of bounces the first and the last are enough
        if newest - self._taken < _NOTED:
            self._noted[newest % _NOTED] = button + _CLOSED * closed
            self._when[newest % _NOTED] = now
            self._newest = newest + 1

    def forget(self) -> None:
        """Discard the notes: after a sleep levels are right, and edges may not be."""
        self._taken = self._newest

    def poll(self, now: int) -> int:
        """Return the next thing that happened: a button, MENU, or NOTHING. Never blocks."""
        event = self._take_notes()
        for button in range(len(self._pins)):  # enumerate() would take heap at each turn
            if event == NOTHING and (self._down[button] or not self._pins[button].value()):
                event = self._look(button, now)
        return event

    def ignore_held(self) -> None:
        """Ignore each button that is pressed now until it has been released."""
        while self._take_notes() != NOTHING:
            pass
        for button, pin in enumerate(self._pins):
            self._down[button] = self._down[button] or not pin.value()
            self._next[button] = self._opened[button] = -1

    def _take_notes(self) -> int:
        """Return the first press that was noted."""
        while self._taken != self._newest:
            note = self._noted[self._taken % _NOTED]
            at = self._when[self._taken % _NOTED]
            self._taken += 1
            button = note % _CLOSED
            rested = self._elapsed(at, self._moved[button]) >= _REST
            self._moved[button] = at
            if self._see(button, note >= _CLOSED, at, rested):
                return button
        return NOTHING

    def _look(self, button: int, now: int) -> int:
        if self._see(button, not self._pins[button].value(), now, False):
            return button
        held = self._down[button] and self._opened[button] < 0
        if held and 0 <= self._next[button] <= self._elapsed(now, self._since[button]):
            return self._report_held(button)
        return NOTHING

    def _see(self, button: int, closed: bool, at: int, rested: bool) -> bool:
        """Note a contact and return True if it was pressed.

        `rested`: it has just moved, after a long rest.
        """
        opened = self._opened[button]
        settled = opened >= 0 and self._elapsed(at, opened) >= _SETTLE
        if self._down[button]:
            if not closed:
                if opened < 0:
                    self._opened[button] = at
                self._down[button] = not settled
                return False
            # one that opened as soon as this after it was pressed bounced then
            if not settled or self._elapsed(opened, self._since[button]) < _SETTLE:
                self._opened[button] = -1
                return False
        elif not closed and not rested:
            return False
        self._down[button] = True
        self._since[button] = at
        self._next[button] = (_HOLD if button == BACK else _REPEAT_AFTER) if button != OK else -1
        self._opened[button] = -1 if closed else at
        return True

    def _report_held(self, button: int) -> int:
        if button == BACK:
            self._next[button] = -1
            return MENU
        self._next[button] += _REPEAT_EVERY
        return button
