"""One setting, as high as the screen: it changes at once, OK keeps it, BACK takes it back."""

from micropython import const

from firmware.keys import DOWN, LEFT, OK, RIGHT, UP
from firmware.ui import text, words
from firmware.ui.fonts import huge, medium
from firmware.ui.screen import WIDTH, Screen, footer, lines, title

# Name in the settings, least and most, steps of UP and DOWN and of LEFT and RIGHT. The least
# contrast can still be read.
_SETTINGS = (
    ("table", 1, 99, 1, 10),
    ("contrast", 15, 255, 16, 64),
    ("language", 0, 2, 1, 1),
    ("sleep_minutes", 1, 60, 1, 10),
)


_NAME = const(62)  # px for the name; two digits stand right of it


class Setting(Screen):
    name = "setting"

    def __init__(self, game):
        super().__init__(game)
        self._setting = _SETTINGS[game.desk.item]

    def draw(self, fb) -> None:
        name = self._setting[0]
        said = words.setting(name, getattr(self.game.store.settings, name))
        if name == "language":
            title(fb, words.say("d " + name))
            text.draw_centred(fb, medium, said, 0, WIDTH, 24)
        else:
            lines(fb, words.say("d " + name), 0, 4, _NAME)
            text.draw_right(fb, huge, said, WIDTH, 2)
        footer(fb, words.say("save"))

    def key(self, key: int) -> str | None:
        if key == OK:
            return "set"
        name, least, most, step, leap = self._setting
        change = step * ((key == UP) - (key == DOWN)) + leap * ((key == RIGHT) - (key == LEFT))
        value = getattr(self.game.store.settings, name) + change
        self.game.store.settings.use(name, max(least, min(value, most)))
        return None
