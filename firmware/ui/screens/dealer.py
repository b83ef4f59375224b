"""New game, last step: who deals first. The arrow is the answer, OK starts."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.screen import Screen, footer, lines
from firmware.ui.screens.compass import SEAT_OF_KEY, draw_compass


class Dealer(Screen):
    name = "dealer"

    def draw(self, fb) -> None:
        dealer = self.game.draft.setup.dealer
        draw_compass(fb, dealer, 0)
        lines(fb, words.say("who deals"), 66, 0, 62)
        text.draw(fb, medium, words.say(words.SEAT_NAMES[dealer]), 66, 28)
        footer(fb, words.say("start"), "")

    def key(self, key: int) -> str | None:
        if key == OK:
            return "start"
        setup = self.game.draft.setup
        setup.dealer = SEAT_OF_KEY.get(key, setup.dealer)
        return None
