"""Erases the games that the PC has: asked once, then one after another, the oldest first."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH, Screen, footer


class Erase(Screen):
    name = "erase"

    def __init__(self, game):
        super().__init__(game)
        self._shelf = game.shelf()
        self._asked = True
        self._busy = False
        self._erased = 0

    def draw(self, fb) -> None:
        if self._asked:
            text.draw_centred(fb, medium, words.say("erase 1"), 0, WIDTH, 2)
            text.draw_centred(fb, small, words.say("erase 2"), 0, WIDTH, 22)
            text.draw_centred(fb, small, words.say("erase 3"), 0, WIDTH, 36)
        else:
            said = f"{words.say('erased')} {self._erased}"
            text.draw_centred(fb, medium, said, 0, WIDTH, 8)
            after = "busy" if self._busy else "no write" if self._shelf.failed else ""
            text.draw_centred(fb, small, words.say(after) if after else "", 0, WIDTH, 32)
        footer(fb, words.say("yes") if self._asked else "")

    def tick(self) -> bool:
        if not self._busy:
            return False
        self._busy = self._shelf.erase_next()
        self._erased += self._busy
        return True

    def key(self, key: int) -> str | None:
        if key == OK and self._asked:
            self._asked, self._busy = False, True
        return None
