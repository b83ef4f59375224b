"""The menu that BACK opens when it is held."""

from firmware.keys import OK, upward
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title


class Menu(Screen):
    name = "menu"

    def __init__(self, game):
        super().__init__(game)
        self._rows = list(_items(game))

    def draw(self, fb) -> None:
        title(fb, words.say("menu"))
        rows(fb, self._row, len(self._rows), self.chosen)
        footer(fb, words.say("choose"))

    def _row(self, row: int) -> str:
        return words.say("m " + self._rows[row])

    def key(self, key: int) -> str | None:
        if key == OK:
            return self._rows[self.chosen]
        self.chosen = (self.chosen - upward(key)) % len(self._rows)
        return None


def _items(game):  # an iterator of outcomes
    if game.log.number and game.session.sheet.on_paper:
        yield "sheet"
    if game.open and game.can_claim():
        yield "honours"
    if game.log.number and game.session.deals:
        yield "deals"
    if game.session.rounds and game.open:
        yield "boards"
    if game.open and not game.session.sheet.complete:
        yield "stop"
    if not game.open and game.store.has_file("event"):
        yield "setup"
    yield "home"
    yield "director"
