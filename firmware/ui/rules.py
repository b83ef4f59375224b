"""New game, first step: which rule set."""

from firmware.buttons import DOWN, OK, UP
from firmware.scoring.rules import NAMES
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.widgets import choices, footer, title


class Rules(Screen):
    name = "rules"

    def draw(self, fb) -> None:
        title(fb, words.say("which game"))
        choices(fb, [words.say(n) for n in NAMES], NAMES.index(self.game.rules), 15)
        footer(fb, words.say("next"))

    def key(self, key: int) -> str | None:
        if key == OK:
            return "chosen"
        step = (key == DOWN) - (key == UP)
        self.game.rules = NAMES[(NAMES.index(self.game.rules) + step) % len(NAMES)]
        return None
