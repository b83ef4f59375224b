"""The director's PIN: UP and DOWN another digit, LEFT and RIGHT move, OK goes on and enters.

Only the digit that is being entered can be read. A new PIN is entered twice: on a tablet that has
none yet, and from the director's menu.
"""

from micropython import const

from firmware.keys import LEFT, OK, RIGHT, upward
from firmware.ui import text, words
from firmware.ui.fonts import huge, medium, small
from firmware.ui.screen import WIDTH, Screen, footer

_DIGITS = const(4)
_DOT = const(12)  # px that a digit takes which cannot be read
_SAID = const(74)  # x of what is asked


class Pin(Screen):
    name = "pin"

    def __init__(self, game):
        super().__init__(game)
        self._director = game.director_tools()
        self._pin = self._director.ask_pin()
        self._for = game.came_from
        self._new = not self._pin.known or self._for == "director"
        self._first = ""  # the new PIN as it was entered first
        self._missed = False  # the second time it was another
        self._left = self._director.locked()
        self._clear()

    def _clear(self) -> None:
        self._digits = [0] * _DIGITS
        self._at = 0

    def _locked(self) -> int:
        """Return seconds to wait; a new PIN needs none."""
        return 0 if self._new else self._director.locked()

    def tick(self) -> bool:
        left, self._left = self._left, self._locked()
        return left != self._left

    def draw(self, fb) -> None:
        left = self._locked()
        if self._pin.damaged:
            self._draw_shut(fb, "damaged", words.say("pin"))
            return
        if left:
            self._draw_shut(fb, "pin wait", f"{left // 60}:{left % 60:02d}")
            return
        x = 0
        for place, digit in enumerate(self._digits):
            if place == self._at:
                x = text.draw(fb, huge, str(digit), x, 1)
            else:
                (fb.fill_rect if place < self._at else fb.rect)(x + 1, 21, 8, 8, 1)
                x += _DOT
        for row, line in enumerate(self._lines()):
            text.draw(fb, small, line, _SAID, 4 + 14 * row)
        footer(fb, words.say("next" if self._at < _DIGITS - 1 else "enter"))

    def _draw_shut(self, fb, why: str, what: str) -> None:
        """Draw how long no PIN is accepted."""
        text.draw(fb, small, words.say(why), WIDTH // 2, 2, 1, text.CENTRED)
        text.draw(fb, medium, what, WIDTH // 2, 18, 1, text.CENTRED)
        footer(fb, "")

    def _lines(self) -> tuple[str, str, str]:
        if self._new:
            missed = words.say("pin differs") if self._missed else ""
            again = words.say("pin again") if self._first else words.say("pin choose")
            return words.say("pin new"), again, missed
        if not self._pin.wrong:
            return words.say("m director"), words.say("pin"), ""
        tries = self._pin.tries_left()
        left = f"{words.say('pin left')} {tries}" if tries else ""
        return words.say("pin"), words.say("pin wrong"), left

    def key(self, key: int) -> str | None:
        if self._locked() or self._pin.damaged:
            return None
        if key == OK and self._at == _DIGITS - 1:
            return self._finish_digits()
        digits, at = self._digits, self._at
        digits[at] = (digits[at] + upward(key)) % 10
        self._at = max(0, min(at + (key in (OK, RIGHT)) - (key == LEFT), _DIGITS - 1))
        return None

    def _finish_digits(self) -> str | None:
        entered = "".join([str(digit) for digit in self._digits])
        self._clear()
        self._director.digits = entered
        if not self._new:
            return "entered " + self._for
        first, self._first = self._first, entered
        if first == entered:
            return "chosen " + self._for
        self._missed = bool(first)
        if self._missed:
            self._first = ""
        return None
