"""Who accepted the bid, at Pirate Bridge: one of the other three; the arrow is the answer."""

from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.screen import Screen, footer, lines
from firmware.ui.screens.compass import SEAT_OF_KEY, draw_compass


class Acceptor(Screen):
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
