"""Home: the table, the last game and how it stands, and what OK will do."""

from firmware.buttons import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer, title


class Home(Screen):
    name = "home"

    def draw(self, fb) -> None:
        game = self.game
        number = words.say("game") + " " + str(game.number) if game.number else ""
        title(fb, words.say("table") + " " + str(game.store.table), number)
        if game.number:
            self._draw_totals(fb)
        else:
            text.draw_centred(fb, medium, words.say("no game"), 0, WIDTH, 22)
        footer(fb, words.say("go on") if game.open else words.say("new game"), "")

    def _draw_totals(self, fb) -> None:
        session = self.game.session
        for side, total in enumerate(session.sheet.totals):
            y = 15 + 18 * side
            text.draw(fb, medium, words.side(side), 0, y)
            text.draw_right(fb, medium, str(total), 84, y)
        name = words.say(session.rules)
        text.draw_right(fb, small, text.fit(small, name, 42), WIDTH, 17)

    def key(self, key: int) -> str | None:
        if key != OK:
            return None
        return "go on" if self.game.open else "new game"
