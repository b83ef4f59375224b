"""The contract, as high as the screen: UP and DOWN level, LEFT and RIGHT strain, both wrap."""

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.ui import text, words
from firmware.ui.fonts import huge
from firmware.ui.screen import Screen, footer

_LEFT = const(20)


class Contract(Screen):
    name = "contract"

    def __init__(self, game):
        super().__init__(game)
        self._strains = game.session.sheet.strains

    def draw(self, fb) -> None:
        entry = self.game.draft.entry
        # Not centred: a key that changes level or strain leaves the other where it is.
        text.draw(fb, huge, words.contract(entry.level, entry.strain), _LEFT, 0)
        follows = "next" if "hcp" in self.game.session.sheet.asks else "result"
        footer(fb, words.say(follows), words.say(words.SEAT_NAMES[entry.declarer]))

    def key(self, key: int) -> str | None:
        entry = self.game.draft.entry
        if key == OK:
            return "contract"
        entry.set_level(entry.level + upward(key))
        entry.strain = (entry.strain + rightward(key)) % self._strains
        return None
