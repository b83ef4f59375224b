"""A deal was entered wrong: it is entered again, or it does not count. A void one comes back."""

from firmware.keys import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.points import number
from firmware.ui.screen import Screen, footer, rows, title


class Change(Screen):
    name = "change"

    def __init__(self, game):
        super().__init__(game)
        void = game.session.deals[game.row - 1] < 0
        self._items = ("again",) if void else ("again", "void")

    def draw(self, fb) -> None:
        session, row = self.game.session, self.game.row
        title(fb, words.played(session.deals[row - 1]), number(session, row))
        rows(fb, self._item, len(self._items), self.chosen)
        footer(fb, words.say("choose"))

    def _item(self, row: int) -> str:
        return words.say(("enter again", "void")[row])

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self.chosen:
                self.game.change_deal()
            return self._items[self.chosen]
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % len(self._items)
        return None
