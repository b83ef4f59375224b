"""New game, last step: who deals first. The arrow is the answer, OK starts."""

from firmware.buttons import OK
from firmware.ui import text, words
from firmware.ui.compass import SEAT_OF_KEY, draw_compass
from firmware.ui.fonts import medium, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer


class Dealer(Screen):
    name = "dealer"

    def draw(self, fb) -> None:
        draw_compass(fb, self.game.dealer, 0)
        text.draw(fb, small, words.say("who deals"), 66, 0)
        text.draw(fb, small, words.say("first"), 66, small.HEIGHT)
        text.draw(fb, medium, words.say(words.SEAT_NAMES[self.game.dealer]), 66, 28)
        footer(fb, words.say("start"), "")

    def key(self, key: int) -> str | None:
        if key == OK:
            return "start"
        self.game.dealer = SEAT_OF_KEY.get(key, self.game.dealer)
        return None
