"""Passed out? Asked once, because OK on the compass is easily pressed."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH, Screen, footer


class Passed(Screen):
    name = "passed"

    def draw(self, fb) -> None:
        text.draw_centred(fb, medium, words.say("passed out"), 0, WIDTH, 8)
        text.draw_centred(fb, small, words.say("nobody bid"), 0, WIDTH, 32)
        footer(fb, words.say("yes"))

    def key(self, key: int) -> str | None:
        if key != OK:
            return None
        self.game.draft.entry.passed = True
        return "yes"
