"""The director's menu: settings with their values, the games on the tablet, tests."""

from firmware.keys import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title

SETTINGS = ("table", "contrast", "language", "sleep_minutes")
_TESTS = ("selftest", "buttons", "panel", "check", "about")
_ITEMS = SETTINGS + ("clock", "pin", "sessions", "erase") + _TESTS


class Director(Screen):
    name = "director"

    def draw(self, fb) -> None:
        title(fb, words.say("m director"))
        rows(fb, self._item, len(_ITEMS), self.chosen)
        footer(fb, words.say("choose"))

    def _item(self, row: int) -> str | tuple[str, str]:
        name = _ITEMS[row]
        said = words.say("d " + name)
        if row >= len(SETTINGS):
            return said
        return said, words.setting(name, getattr(self.game.store.settings, name))

    def key(self, key: int) -> str | None:
        game = self.game
        if key == OK:
            game.desk.item = self.chosen
            return "setting" if self.chosen < len(SETTINGS) else _ITEMS[self.chosen]
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % len(_ITEMS)
        return None
