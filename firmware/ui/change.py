"""A deal was entered wrong: it is entered again, or it does not count."""

from firmware.buttons import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer, rows, title

_ITEMS = ("again", "void")


class Change(Screen):
    name = "change"

    def draw(self, fb) -> None:
        title(fb, words.played(self.game.session.deals[self.game.row - 1]), str(self.game.row))
        rows(fb, self._item, len(_ITEMS), self.chosen)
        footer(fb, words.say("choose"))

    def _item(self, row: int) -> str:
        return words.say(("enter again", "void")[row])

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self.chosen:
                self.game.change_deal()
            return _ITEMS[self.chosen]
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % len(_ITEMS)
        return None
