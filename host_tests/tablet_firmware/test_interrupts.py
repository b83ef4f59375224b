"""An interrupt of a button may come between any two steps of the loop that looks at it."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from firmware.hardware import buttons
from firmware.keys import DOWN, OK
from host_tests.device.hand import Hand

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


def idle(hand: Hand) -> None:
    """The loop finds nothing new."""


def another_noted(hand: Hand) -> None:
    """The loop takes another press from what was noted."""
    hand.put(DOWN, True)


def another_seen(hand: Hand) -> None:
    """The loop sees by its level that another button is down."""
    hand.pins[DOWN].level = 0


def moved(hand: Hand, down: bool, step: int, later: int) -> bool:
    """OK moves at a step of a look, and is served later; whether the look has that step."""

    def move() -> None:
        hand.pins[OK].level = 0 if down else 1

    def serve() -> None:
        hand.buttons.edge(OK, hand.now)

    doings: dict[int, list[Callable[[], None]]] = {}
    doings.setdefault(step, []).append(move)
    doings.setdefault(step + later, []).append(serve)
    return step < Interrupted(doings).run(hand.look)


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("loop", [idle, another_noted, another_seen])
def test_one_press_is_one_press(loop: Callable[[Hand], None], later: int) -> None:
    """It closes, or opens, at whichever step: there is one press, and the next one counts."""
    for down in (True, False):
        step, inside = 0, True
        while inside:
            hand = Hand()
            if not down:
                hand.put(OK, True)
                hand.wait(100)
            loop(hand)
            inside = moved(hand, down, step, later)
            if down:
                hand.now += 100
                hand.put(OK, False)
            hand.wait(100)
            hand.press(OK)
            presses = [event for event in hand.events if event == OK]
            assert presses == [OK, OK], f"step {step}, down {down}: {hand.events}"
            step += 1
        assert step > 100
