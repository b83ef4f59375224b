"""A deal is to be taken out of the score: asked once. The log keeps it."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import number
from firmware.ui.screen import WIDTH, Screen, footer


class Void(Screen):
    name = "void"

    def draw(self, fb) -> None:
        game = self.game
        which = number(game.session, game.row)
        deal = f"{words.say('deal')} {which}: {words.played(game.session.deals[game.row - 1])}"
        text.draw_centred(fb, medium, words.say("void it"), 0, WIDTH, 4)
        text.draw_centred(fb, small, deal, 0, WIDTH, 30)
        footer(fb, words.say("yes"))

    def key(self, key: int) -> str | None:
        return "yes" if key == OK else None
