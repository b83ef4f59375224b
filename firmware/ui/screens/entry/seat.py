"""A seat: the arrow is the answer."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.screen import Screen, footer, lines
from firmware.ui.screens.entry.compass import SEAT_OF_KEY, draw_compass


class Dealer(Screen):
    """New game, last step: who deals first. OK starts."""

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


class Acceptor(Screen):
    """The player who accepted the bid at Pirate Bridge: any but the declarer."""

    name = "acceptor"

    def draw(self, fb) -> None:
        declarer = self.game.draft.entry.declarer
        draw_compass(fb, -1, 0, declarer)
        text.draw(fb, medium, words.say(words.SEAT_NAMES[declarer]), 66, 0)
        lines(fb, words.say("who accepts"), 66, 20, 62)
        footer(fb, "", "")

    def key(self, key: int) -> str | None:
        entry = self.game.draft.entry
        seat = SEAT_OF_KEY.get(key, entry.declarer)
        if seat == entry.declarer:
            return None
        entry.acceptor = (seat - entry.declarer) % 4
        return "acceptor"
