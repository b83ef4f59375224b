"""The players stop before the game is over: asked once."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH, Screen, footer


class Stop(Screen):
    name = "stop"

    def draw(self, fb) -> None:
        text.draw_centred(fb, medium, words.say("stop now"), 0, WIDTH, 2)
        text.draw_centred(fb, small, words.say("stop 1"), 0, WIDTH, 22)
        text.draw_centred(fb, small, words.say("stop 2"), 0, WIDTH, 36)
        footer(fb, words.say("yes"))

    def key(self, key: int) -> str | None:
        return "yes" if key == OK else None
