"""Six contacts, the fingers on them, and the loop that looks at them."""

from firmware.hardware.buttons import Buttons
from firmware.keys import NOTHING

NAMES = range(6)


class Pin:
    """A contact: 0 when it is closed."""

    def __init__(self):
        self.level = 1

    def value(self):
        return self.level


class Hand:
    """Fingers on six buttons, and a loop that looks each `step` milliseconds."""

    def __init__(self, step=5, down=()):
        self.pins = [Pin() for _ in NAMES]
        for button in down:
            self.pins[button].level = 0
        self.now, self.step = 1000, step
        self.buttons = Buttons(self.pins, lambda new, old: new - old, self.now)
        self.events = []
        self.wait(50)  # nobody is so quick after the start

    def wait(self, ms):
        end = self.now + ms
        while self.now < end:
            self.now += min(self.step, end - self.now)
            self.look()

    def look(self):
        event = self.buttons.poll(self.now)
        while event != NOTHING:
            self.events.append(event)
            event = self.buttons.poll(self.now)

    def put(self, button, down):
        """The contact closes or opens, and the interrupt sees it."""
        moves = self.pins[button].level == (1 if down else 0)
        self.pins[button].level = 0 if down else 1
        if moves:
            self.buttons.edge(button, down, self.now)

    def press(self, button, ms=60):
        self.put(button, True)
        self.wait(ms)
        self.put(button, False)
        self.wait(ms)

    def chatter(self, button, last, pattern):
        """The contact opens and closes, a bit of the pattern each millisecond, then rests."""
        while pattern:
            self.put(button, pattern & 1)
            self.wait(1)
            pattern >>= 1
        self.put(button, last)
