"""New game, first step: which rule set."""

from firmware.buttons import DOWN, OK, UP
from firmware.scoring.rules import PLAYABLE
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.widgets import choices, footer, title


class Rules(Screen):
    name = "rules"

    def draw(self, fb) -> None:
        title(fb, words.say("which game"))
        choices(fb, [words.say(n) for n in PLAYABLE], PLAYABLE.index(self.game.rules), 15)
        footer(fb, words.say("next"))

    def key(self, key: int) -> str | None:
        if key == OK:
            return "chosen"
        step = (key == DOWN) - (key == UP)
        self.game.rules = PLAYABLE[(PLAYABLE.index(self.game.rules) + step) % len(PLAYABLE)]
        return None
