"""Honours of the last deal: the arrow says whose hand, OK claims them.

The arrow of the seat that is chosen already makes 5 of 4, and 4 of 5.
"""

from firmware.buttons import OK
from firmware.scoring.deal import NO_TRUMP, strain
from firmware.ui import text, words
from firmware.ui.compass import BOX, PLACES, SEAT_OF_KEY, draw_compass
from firmware.ui.fonts import large, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer


class Honours(Screen):
    name = "honours"

    def __init__(self, game):
        super().__init__(game)
        self._aces = strain(game.session.deals[-1]) == NO_TRUMP
        game.claim_seat, game.claim_count = game.session.sheet.dealer, 4

    def draw(self, fb) -> None:
        game = self.game
        draw_compass(fb, -1, 0)
        x, y = PLACES[game.claim_seat]
        fb.rect(x, y, BOX + 1, 19, 1)
        text.draw(fb, small, words.say("honours"), 66, 0)
        text.draw(fb, small, words.say(words.SEAT_NAMES[game.claim_seat]), 66, small.HEIGHT)
        text.draw(fb, large, str(game.claim_count), 66, 24)
        text.draw(fb, small, words.say("aces") if self._aces else words.say("of 5"), 86, 34)
        footer(fb, words.say("claim"), "")

    def key(self, key: int) -> str | None:
        game = self.game
        if key == OK:
            return "claim"
        seat = SEAT_OF_KEY.get(key, game.claim_seat)
        if seat == game.claim_seat and key in SEAT_OF_KEY and not self._aces:
            game.claim_count = 9 - game.claim_count
        game.claim_seat = seat
        return None
