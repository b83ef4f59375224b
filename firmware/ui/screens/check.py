"""Reads every record of every game on flash, one game after another, and says what is damaged."""

from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import Screen, footer, lines, title


class Check(Screen):
    name = "check"

    def __init__(self, game):
        super().__init__(game)
        self._shelf = game.shelf()
        self._numbers = game.store.numbers()
        self._checked = 0
        self._damaged = 0
        self._first = ""  # what is wrong with the first that is damaged

    def draw(self, fb) -> None:
        title(fb, words.say("d check"), f"{self._checked}/{len(self._numbers)}")
        text.draw(fb, small, f"{words.say('damaged games')} {self._damaged}", 0, 15)
        lines(fb, self._first, 0, 27)
        footer(fb, "")

    def tick(self) -> bool:
        if self._checked == len(self._numbers):
            return False
        damage = self._shelf.damage(self._numbers[self._checked])
        self._checked += 1
        self._damaged += bool(damage)
        self._first = self._first or damage
        return True
