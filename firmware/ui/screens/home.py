"""Home: the table, the last game and how it stands, and what OK will do."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.points import draw_totals
from firmware.ui.screen import WIDTH, Screen, footer, title


class Home(Screen):
    name = "home"

    def draw(self, fb) -> None:
        game = self.game
        name = words.say(game.rules) if game.log.number else ""
        table = words.say("table") + " " + str(game.store.settings.table)
        battery = game.board.battery()
        title(fb, table if battery is None else f"{table}  {battery}%", name)
        if game.log.number:
            draw_totals(fb, game, words.say("won" if game.session.complete else "leads"))
        else:
            text.draw(fb, medium, words.say("no game"), WIDTH // 2, 22, 1, text.CENTRED)
        footer(fb, words.say("go on") if game.open else words.say("new game"), "")

    def key(self, key: int) -> str | None:
        if key != OK:
            return None
        return "go on" if self.game.open else "new game"
