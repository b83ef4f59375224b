"""High-card points of N-S, for Russian scoring: UP and DOWN one, LEFT and RIGHT five."""

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.ui import text, words
from firmware.ui.fonts import huge
from firmware.ui.screen import Screen, footer, lines

_EDGE = const(64)


class Hcp(Screen):
    name = "hcp"

    def draw(self, fb) -> None:
        text.draw(fb, huge, str(self.game.draft.entry.hcp), _EDGE // 2, 2, 1, text.CENTRED)
        lines(fb, words.say("hcp"), 70, 6, 58)
        footer(fb, words.say("save" if self.game.draft.entry.passed else "result"))

    def key(self, key: int) -> str | None:
        entry = self.game.draft.entry
        if key == OK:
            return "points"
        entry.set_hcp(entry.hcp + upward(key) + 5 * rightward(key))
        return None
