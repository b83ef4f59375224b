"""The games on the tablet, for the director: looked at, checked, erased."""

from array import array

from micropython import const

from firmware.keys import rightward, upward
from firmware.scoring.rules import NAMES
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH, Question, Screen, answers, footer, lines, rows, title

_PAGE = const(10)  # games that LEFT and RIGHT go on
_KEPT = const(6)  # rows that need not be read again from flash


class Sessions(Screen):
    """The newest first: number, rules, deals, whether the PC has them."""

    name = "sessions"

    def __init__(self, game):
        super().__init__(game)
        self._stored = game.stored_sessions()
        self._numbers = array("I", game.store.numbers())
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
            self._outlines[number] = self._stored.outline(number)
        return self._outlines[number]

    def _row(self, row: int) -> tuple[str, str]:
        rules, deals, state = self._outline(row)
        name = words.say(NAMES[rules]) if rules < len(NAMES) else "?"
        mark = " ✓" if state == "f" else ""
        return f"{self._numbers[-1 - row]} {name}", f"{deals}{mark}"

    def key(self, key: int) -> str | None:
        step = -upward(key) + _PAGE * rightward(key)
        self.chosen = max(0, min(self.chosen + step, len(self._numbers) - 1))
        return None


class Erase(Question):
    """Erase the sessions that the PC has: ask once, then one after another, the oldest first."""

    name = "erase"

    def __init__(self, game):
        super().__init__(game)
        self._stored = game.stored_sessions()
        self._asked = True
        self._busy = False
        self._done = 0

    def draw(self, fb) -> None:
        if self._asked:
            text.draw(fb, medium, words.say("erase 1"), WIDTH // 2, 2, 1, text.CENTRED)
            text.draw(fb, small, words.say("erase 2"), WIDTH // 2, 22, 1, text.CENTRED)
            text.draw(fb, small, words.say("erase 3"), WIDTH // 2, 36, 1, text.CENTRED)
            answers(fb)
        else:
            said = f"{words.say('erased')} {self._done}"
            text.draw(fb, medium, said, WIDTH // 2, 8, 1, text.CENTRED)
            after = "busy" if self._busy else "no write" if self._stored.failed else ""
            text.draw(
                fb, small, words.say(after) if after else "", WIDTH // 2, 32, 1, text.CENTRED
            )
            footer(fb, "")

    def tick(self) -> bool:
        if not self._busy:
            return False
        self._busy = self._stored.erase_next()
        self._done += self._busy
        return True

    def key(self, key: int) -> str | None:
        if self._asked and super().key(key):
            self._asked, self._busy = False, True
        return None


class Check(Screen):
    """Reads every record of every game, one game after another, and says what is damaged."""

    name = "check"

    def __init__(self, game):
        super().__init__(game)
        self._stored = game.stored_sessions()
        self._numbers = array("I", game.store.numbers())
        self._done = 0
        self._damaged = 0
        self._first = ""  # what is wrong with the first that is damaged

    def draw(self, fb) -> None:
        title(fb, words.say("d check"), f"{self._done}/{len(self._numbers)}")
        text.draw(fb, small, f"{words.say('damaged games')} {self._damaged}", 0, 15)
        lines(fb, self._first, 0, 27)
        footer(fb, "")

    def tick(self) -> bool:
        if self._done == len(self._numbers):
            return False
        damage = self._stored.damage(self._numbers[self._done])
        self._done += 1
        self._damaged += bool(damage)
        self._first = self._first or damage
        return True
