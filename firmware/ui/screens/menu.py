"""The menu that BACK opens when it is held."""

from firmware.keys import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title


class Menu(Screen):
    name = "menu"

    def __init__(self, game):
        super().__init__(game)
        self._items = list(_items(game))

    def draw(self, fb) -> None:
        title(fb, words.say("menu"))
        rows(fb, self._item, len(self._items), self.chosen)
        footer(fb, words.say("choose"))

    def _item(self, row: int) -> str:
        return words.say("m " + self._items[row])

    def key(self, key: int) -> str | None:
        if key == OK:
            return self._items[self.chosen]
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % len(self._items)
        return None


def _items(game):  # an iterator of outcomes
    if game.log.number and game.on_paper:
        yield "sheet"
    if game.open and game.can_claim():
        yield "honours"
    if game.log.number and game.session.deals:
        yield "deals"
    if game.open and not game.session.sheet.complete:
        yield "stop"
    yield "home"
    yield "director"
