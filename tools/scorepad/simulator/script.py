"""Key scripts: one tiny language for tests, the documentation's pictures and demonstrations.

`scorepad sim --help` says what may stand in one (operations/programs/simulate_tablet.py).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.link.codec import frame, unframe
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.simulator.tablet import HOLD_MS, KEYS, Shot, Tablet

LONGEST_MS = 3_600_000
_ANSWER_MS = 200
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


@dataclass(frozen=True)
class Step:
    """A step of a script. `verb`: press, hold, wait, shot, ask, reset or power-cut.

    `name`: of a shot; what a PC asks.
    """

    verb: str
    keys: tuple[str, ...] = ()
    milliseconds: int = 0
    name: str = ""


def parse(text: str, where: str) -> list[Step]:
    """Return the steps of a script. Raise UserError with `where`, the line and what is right."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if words:
            try:
                steps.append(_step(words))
            except ValueError as wrong:
                raise UserError(f"{where}:{number}: {wrong}", "keys") from wrong
    return steps


def play(steps: list[Step], tablet: Tablet, taken: Callable[[str, Shot], None]) -> None:
    """Do the steps; `taken` is called with the name of each shot."""
    for step in steps:
        if step.verb == "press":
            tablet.press(*step.keys)
        elif step.verb == "hold":
            tablet.hold(step.keys[0], step.milliseconds)
        elif step.verb == "wait":
            tablet.wait(step.milliseconds)
        elif step.verb == "shot":
            taken(step.name, tablet.look())
        elif step.verb == "ask":
            _send_request(step.name, tablet)
        elif step.verb == "reset":
            tablet.reset()
        else:
            tablet.power_cut()


def _send_request(request: str, tablet: Tablet) -> None:
    """Ask a request over the cable, as a PC does. Raise UserError if it is refused."""
    tablet.serial_write(frame(f"?1 {request}"))
    tablet.wait(_ANSWER_MS)
    answer = unframe(tablet.serial_read().splitlines()[-1])
    if not answer.startswith("!1 ok"):
        about = {"request": request[:40], "answer": answer.removeprefix("!1 ")}
        raise UserError(text("ask {request}: the tablet answers {answer}", **about), "keys")


def shots(steps: list[Step]) -> Iterator[str]:
    return (step.name for step in steps if step.verb == "shot")


def _step(words: list[str]) -> Step:
    verb, arguments = words[0].lower(), words[1:]
    if verb in _VERBS:
        return _VERBS[verb](verb, arguments)
    return Step("press", keys=tuple(_key(word) for word in words))


def _key(word: str) -> str:
    if word.upper() not in KEYS:
        others = ", ".join(_VERBS)
        raise ValueError(f"{word}: a line is keys ({' '.join(KEYS)}), or {others}")
    return word.upper()


def _hold(verb: str, arguments: list[str]) -> Step:
    if not 1 <= len(arguments) <= 2:
        raise ValueError("hold takes a key and, if you like, milliseconds: hold BACK 1200")
    wait = _milliseconds(arguments[1]) if arguments[1:] else HOLD_MS
    return Step("hold", keys=(_key(arguments[0]),), milliseconds=wait)


def _wait(verb: str, arguments: list[str]) -> Step:
    if len(arguments) != 1:
        raise ValueError("wait takes milliseconds: wait 500")
    return Step("wait", milliseconds=_milliseconds(arguments[0]))


def _shot(verb: str, arguments: list[str]) -> Step:
    if len(arguments) != 1 or not _NAME.fullmatch(arguments[0]):
        raise ValueError("shot takes a name of letters, digits, - and _: shot new-game")
    return Step("shot", name=arguments[0])


def _ask(verb: str, arguments: list[str]) -> Step:
    if not arguments:
        raise ValueError("ask takes a request of the cable: ask table 3")
    return Step("ask", name=" ".join(arguments))


def _alone(verb: str, arguments: list[str]) -> Step:
    if arguments:
        raise ValueError(f"{verb} stands alone on its line")
    return Step(verb)


def _milliseconds(word: str) -> int:
    few = word.isascii() and word.isdigit() and len(word) <= len(str(LONGEST_MS))
    if not few or not 1 <= int(word) <= LONGEST_MS:
        raise ValueError(f"{word}: milliseconds are 1 to {LONGEST_MS}")
    return int(word)


_VERBS: dict[str, Callable[[str, list[str]], Step]] = {
    "hold": _hold,
    "wait": _wait,
    "shot": _shot,
    "ask": _ask,
    "reset": _alone,
    "power-cut": _alone,
}
