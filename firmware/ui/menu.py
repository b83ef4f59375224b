"""The menu that BACK opens when it is held."""

from firmware.buttons import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.widgets import choices, footer, title


class Menu(Screen):
    name = "menu"

    def __init__(self, game):
        super().__init__(game)
        self._items = [("home", words.say("home"))]
        if game.number:
            self._items.insert(0, ("sheet", words.say("sheet")))
        if game.open and game.can_claim():
            self._items.insert(1, ("honours", words.say("honours")))
        if game.open and not game.session.sheet.complete:
            self._items.append(("stop", words.say("stop")))
        self._chosen = 0

    def draw(self, fb) -> None:
        title(fb, words.say("menu"))
        choices(fb, [text for _, text in self._items], self._chosen, 15)
        footer(fb, words.say("choose"))

    def key(self, key: int) -> str | None:
        if key == OK:
            return self._items[self._chosen][0]
        self._chosen = (self._chosen + (key == DOWN) - (key == UP)) % len(self._items)
        return None
