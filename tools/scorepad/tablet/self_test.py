"""Has a tablet test itself, over the link: what it can alone, and its buttons with a person.

The tests are the tablet's own (firmware/selftest.py), the same as in the director's menu.
"""

import itertools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorepad.language import Text, joined, text
from scorepad.tablet.answers import BadAnswer
from scorepad.tablet.cable import Cable, Refused

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")  # as the bits in an answer to `keys`
PRESS_S = 10.0  # how long a person has for each button
_MOST = 20  # tests
_MASK = re.compile("[0-9]{1,2}")


@dataclass(frozen=True)
class Result:
    """The result of a test. `wrong`: in a few words; empty if it has passed."""

    name: str
    found: str = ""
    wrong: str = ""

    @property
    def summary(self) -> Text:
        """The result as a line of text."""
        if self.wrong:
            return text("{test}: FAILED: {wrong}", test=self.name, wrong=self.wrong)
        return joined([text("{test}: ok", test=self.name), *[self.found] * bool(self.found)], " ")


def run_tests(cable: Cable) -> Iterator[Result]:
    """Yield the results of the tests that need no person. Raise UserError.

    Of several tests with one name, one after the other, it is the first that fails.
    """
    for _, of_one_name in itertools.groupby(_each(cable), lambda result: result.name):
        results = list(of_one_name)
        yield next((result for result in results if result.wrong), results[-1])


def _each(cable: Cable) -> Iterator[Result]:
    for number in range(_MOST):
        try:
            answer = cable.ask(f"test {number}")
        except Refused as refused:
            name, _, wrong = refused.answer.partition(": ")
            if not wrong:
                raise
            yield Result(name, wrong=wrong)
            continue
        if answer == "-":
            return
        name, _, found = answer.partition(" ")
        yield Result(name, found)


def check_buttons(
    cable: Cable, please: Callable[[str], None], now: Callable[[], float] = time.monotonic
) -> Iterator[Result]:
    """Yield the result of each button; raise UserError if the tablet stops answering.

    `please`: called with the button that a person is to press; `now`: the clock, in seconds.
    """
    for key in KEYS:
        held = _wait(cable, lambda down: not down, now)
        if held:
            yield Result(key, wrong=f"{_names(held)} stays down")
            continue
        please(key)
        down = _wait(cable, bool, now)
        if down == {key}:
            yield Result(key)
        else:
            yield Result(key, wrong=f"{_names(down)} arrived")


def _wait(
    cable: Cable, enough: Callable[[set[str]], object], now: Callable[[], float]
) -> set[str]:
    """Return the buttons that are down as soon as they are `enough`, or after PRESS_S."""
    end = now() + PRESS_S
    while True:
        down = _down(cable)
        if enough(down) or now() > end:
            return down


def _down(cable: Cable) -> set[str]:
    answer = cable.ask("keys")
    if not _MASK.fullmatch(answer) or int(answer) >= 1 << len(KEYS):
        about = {"port": cable.path, "answer": answer}
        unknown = text("{port}: the tablet names buttons that it does not have: {answer}", **about)
        raise BadAnswer(unknown)
    return {key for bit, key in enumerate(KEYS) if int(answer) >> bit & 1}


def _names(down: set[str]) -> str:
    return " and ".join(key for key in KEYS if key in down) or "nothing"
