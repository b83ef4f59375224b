"""Honours of the last deal: the arrow says whose hand, OK claims them.

The arrow of the seat that is chosen already goes on to the next number that a hand can hold; at
Pirate Bridge, where a side's honours count, to the next way in which its two hands hold them.
"""

from firmware.keys import OK
from firmware.scoring.deal import NO_TRUMP, honours, pack_honours, strain
from firmware.ui import text, words
from firmware.ui.fonts import large, small
from firmware.ui.screen import Screen, footer
from firmware.ui.screens.entry.compass import BOX, PLACES, SEAT_OF_KEY, draw_compass

# (in this hand, in its partner's), with trumps and with the aces of a no-trump contract
_ONE_HAND = ((4, 0), (5, 0)), ((4, 0),)


class Honours(Screen):
    """`chosen`: four times which honours are claimed, and the seat; -1: none yet."""

    name = "honours"

    def __init__(self, game):
        super().__init__(game)
        self._aces = strain(game.session.deals[-1]) == NO_TRUMP
        self._held = (game.session.sheet.honours or _ONE_HAND)[self._aces]
        if honours(game.session.deals[-1]):
            self._held += ((0, 0),)  # what was claimed is taken back
        self.chosen = -1  # for OK, which led here, may come twice

    def draw(self, fb) -> None:
        draw_compass(fb, -1, 0)
        text.draw(fb, small, words.say("honours"), 66, 0)
        if self.chosen < 0:
            footer(fb, "", "")
            return
        which, seat = divmod(self.chosen, 4)
        x, y = PLACES[seat]
        fb.rect(x, y, BOX + 1, 19, 1)
        most, fewer = self._held[which]
        text.draw(fb, small, words.say(words.SEAT_NAMES[seat]), 66, small.HEIGHT)
        said = f"{most}-{fewer}" if fewer else str(most)
        if not most:
            text.draw(fb, small, words.say("v none"), 66, 34)
            footer(fb, words.say("claim"), "")
            return
        text.draw(fb, large, said, 66, 24)
        if not fewer:
            held = words.say("aces") if self._aces else words.say("of") + " 5"
            text.draw(fb, small, held, 86, 34)
        footer(fb, words.say("claim"), "")

    def key(self, key: int) -> str | None:
        which, seat = divmod(self.chosen, 4)  # -1 and West, before the first
        if key == OK:
            if which < 0:
                return None
            most, fewer = self._held[which]
            self.game.draft.claim = pack_honours(seat, most, fewer) if most else 0
            return "claim"
        if SEAT_OF_KEY.get(key) == seat:
            which = (which + 1) % len(self._held)
        self.chosen = 4 * max(0, which) + SEAT_OF_KEY.get(key, seat)
        return None
