"""The director's menu: settings with their values, the games on the tablet, tests; one setting."""

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.ui import text, words
from firmware.ui.fonts import huge, medium
from firmware.ui.screen import WIDTH, Screen, footer, lines, rows, title

# Name in the settings, least and most, steps of UP and DOWN and of LEFT and RIGHT. The least
# contrast can still be read.
_SETTINGS = (
    ("table", 1, 99, 1, 10),
    ("contrast", 15, 255, 16, 64),
    ("language", 0, 2, 1, 1),
    ("sleep_minutes", 1, 60, 1, 10),
)
_OTHERS = (
    "clock", "pin", "sessions", "erase", "selftest", "buttons", "panel", "check", "about",
)  # fmt: skip
_NAME = const(62)  # px for the name; two digits stand right of it


class Director(Screen):
    """The settings, then all else; `game.director.item`: which setting is changed."""

    name = "director"

    def __init__(self, game):
        super().__init__(game)
        overrule = ("overrule",) if game.session.rounds and game.open else ()
        self._others = overrule + _OTHERS

    def draw(self, fb) -> None:
        title(fb, words.say("m director"))
        rows(fb, self._row, len(_SETTINGS) + len(self._others), self.chosen)
        footer(fb, words.say("choose"))

    def _row(self, row: int) -> str | tuple[str, str]:
        if row >= len(_SETTINGS):
            return words.say("d " + self._others[row - len(_SETTINGS)])
        name = _SETTINGS[row][0]
        return words.say("d " + name), words.setting(name, getattr(self.game.store.settings, name))

    def key(self, key: int) -> str | None:
        setting = self.chosen < len(_SETTINGS)
        if key == OK:
            self.game.director.item = self.chosen
            return "setting" if setting else self._others[self.chosen - len(_SETTINGS)]
        self.chosen = (self.chosen - upward(key)) % (len(_SETTINGS) + len(self._others))
        return None


class Setting(Screen):
    """A setting, as high as the screen: it changes immediately, OK saves it, BACK undoes it."""

    name = "setting"

    def __init__(self, game):
        super().__init__(game)
        self._setting = _SETTINGS[game.director.item]

    def draw(self, fb) -> None:
        name = self._setting[0]
        said = words.setting(name, getattr(self.game.store.settings, name))
        if name == "language":
            title(fb, words.say("d " + name))
            text.draw(fb, medium, said, WIDTH // 2, 24, 1, text.CENTRED)
        else:
            lines(fb, words.say("d " + name), 0, 4, _NAME)
            text.draw(fb, huge, said, WIDTH, 2, 1, text.RIGHT)
        footer(fb, words.say("save"))

    def key(self, key: int) -> str | None:
        if key == OK:
            return "set"
        name, least, most, step, leap = self._setting
        value = (
            getattr(self.game.store.settings, name) + step * upward(key) + leap * rightward(key)
        )
        self.game.store.settings.use(name, max(least, min(value, most)))
        return None
