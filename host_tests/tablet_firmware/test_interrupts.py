"""Interrupts of buttons come between any two steps of the loop, and late while other code runs."""

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from firmware.hardware import buttons
from firmware.keys import DOWN, NOTHING, OK
from host_tests.device.hand import Hand
from support.depth import FULL, sampled, some

BOUNCE = 20  # ms
BUSY = 300  # ms that a key keeps the loop busy, at most
LATER = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55)  # steps from a contact's move until it is served


class Interrupted:
    """Runs the buttons' code, and does things between its steps: instructions of Python's."""

    def __init__(self, doings: dict[int, list[Callable[[], None]]]):
        self._doings = doings  # by the step before which they are done
        self._step = 0

    def run(self, code: Callable[[], None]) -> int:
        """How many steps it took; what should be done later is done after them."""
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            code()
        finally:
            sys.settrace(before)
        steps = self._step
        while self._doings:
            self._do()
        return steps

    def _trace(self, frame: FrameType, event: str, _argument: object) -> Any:
        if frame.f_code.co_filename != buttons.__file__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self._do()  # Python does not trace what is done here
        return self._trace

    def _do(self) -> None:
        for do in self._doings.pop(self._step, []):
            do()
        self._step += 1


# What the loop finds: nothing new, another press that was noted, another button that is down.
LOOPS: dict[str, Callable[[Hand], None]] = {
    "idle": lambda hand: None,
    "noted": lambda hand: hand.put(DOWN, True),
    "seen": lambda hand: setattr(hand.pins[DOWN], "level", 0),
}


def moved(hand: Hand, down: bool, step: int, later: int) -> bool:
    """OK moves at a step of a look, and is served later; whether the look has that step."""

    def move() -> None:
        hand.pins[OK].level = 0 if down else 1

    def serve() -> None:
        hand.buttons.edge(OK, not hand.pins[OK].value(), hand.now)

    doings = {step: [move], step + later: [serve]} if later else {step: [move, serve]}
    return step < Interrupted(doings).run(hand.look)


@sampled
@pytest.mark.parametrize("later", some(LATER, 5))
@pytest.mark.parametrize("loop", LOOPS)
def test_one_press_is_one_press(loop: str, later: int) -> None:
    """It closes, or opens, at whichever step: there is one press, and the next one counts."""
    for down in (True, False):
        step, inside = 0, True
        while inside:
            hand = Hand()
            if not down:
                hand.put(OK, True)
                hand.wait(100)
            LOOPS[loop](hand)
            inside = moved(hand, down, step, later)
            if down:
                hand.now += 100
                hand.put(OK, False)
            hand.wait(100)
            hand.press(OK)
            presses = [event for event in hand.events if event == OK]
            assert presses == [OK, OK], f"step {step}, down {down}: {hand.events}"
            step += 1 if FULL else 4
        assert step > 100


class Fingers(Hand):
    """Fingers that press at their own times, on contacts that bounce, while the loop is busy."""

    def __init__(self, random: random.Random):
        super().__init__()
        self._random = random
        self.pressed: list[int] = []
        self._moves: list[tuple[int, int, bool]] = []  # time, button, whether it closes then
        at = self.now + 60
        for _ in range(3):
            button = random.choice((DOWN, OK))
            self.pressed.append(button)
            for down, longest in ((True, 200), (False, 250)):
                self._move(at, button, down)
                at += random.randint(60, longest)
        self._moves.sort()
        self._end = at + 600

    def _move(self, at: int, button: int, down: bool) -> None:
        times = sorted(self._random.sample(range(1, BOUNCE + 1), 2 * self._random.randint(0, 4)))
        self._moves.append((at, button, down))
        for number, after in enumerate(times):
            self._moves.append((at + after, button, down == bool(number % 2)))

    def run(self, late: int) -> list[int]:
        """What the loop makes of it; `late`: ms for which interrupts have to wait, at most."""
        events = []
        while self.now < self._end:
            event = self.buttons.poll(self.now)
            if event == NOTHING:
                self._pass(5, False)
                continue
            events.append(event)
            left = self._random.randint(0, BUSY)
            while left > 0:
                waits = late > 0 and self._random.random() < 0.5
                part = min(left, self._random.randint(1, late if waits else 30))
                self._pass(part, waits)
                left -= part
        return events

    def _pass(self, ms: int, waits: bool) -> None:
        end, waiting = self.now + ms, []
        while self._moves and self._moves[0][0] <= end:
            at, button, down = self._moves.pop(0)
            self.pins[button].level = 0 if down else 1
            if waits:
                waiting.append(button)
            else:
                self.buttons.edge(button, down, at)
        self.now = end
        for button in waiting:
            self.buttons.edge(button, not self.pins[button].value(), end)


@sampled
@pytest.mark.parametrize("late", [0, 6, 30])
def test_presses_are_counted_whatever_the_chip_does_meanwhile(late: int) -> None:
    """A picture goes out for up to 24 ms, in which no interrupt is served."""
    for seed in range(400 if FULL else 40):
        fingers = Fingers(random.Random(seed))
        events = fingers.run(late)
        assert events == fingers.pressed, f"seed {seed}"
