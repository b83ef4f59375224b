"""The games on the tablet, the newest first: number, rules, deals, whether the PC has them."""

from micropython import const

from firmware.keys import DOWN, LEFT, RIGHT, UP
from firmware.scoring.rules import NAMES
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title

_PAGE = const(10)  # games that LEFT and RIGHT go on
_KEPT = const(6)  # rows that need not be read again from flash


class Sessions(Screen):
    name = "sessions"

    def __init__(self, game):
        super().__init__(game)
        self._shelf = game.shelf()
        self._numbers = game.store.numbers()
        self._outlines: dict[int, tuple[int, int, str]] = {}
        self.chosen = 0

    def draw(self, fb) -> None:
        count = len(self._numbers)
        state = words.say("s " + self._outline(self.chosen)[2]) if count else ""
        title(fb, f"{words.say('d sessions')} {count}", state)
        rows(fb, self._row, count, self.chosen)
        footer(fb, "")

    def _outline(self, row: int) -> tuple[int, int, str]:
        number = self._numbers[-1 - row]
        if number not in self._outlines:
            if len(self._outlines) >= _KEPT:
                self._outlines.clear()
            self._outlines[number] = self._shelf.outline(number)
        return self._outlines[number]

    def _row(self, row: int) -> tuple[str, str]:
        rules, deals, state = self._outline(row)
        name = words.say(NAMES[rules]) if rules < len(NAMES) else "?"
        mark = " ✓" if state == "f" else ""
        return f"{self._numbers[-1 - row]} {name}", f"{deals}{mark}"

    def key(self, key: int) -> str | None:
        step = (key == DOWN) - (key == UP) + _PAGE * ((key == RIGHT) - (key == LEFT))
        self.chosen = max(0, min(self.chosen + step, len(self._numbers) - 1))
        return None
